import { describe, expect, it } from "vitest";
import type { DnsRecord } from "../../src/domain/dns-answer.ts";
import { extendChain, linksTo, MAX_LINKS, startChain, type DnsChain } from "../../src/domain/dns-chain.ts";

const alias = (name: string, data: string): DnsRecord => ({ type: "CNAME", name, data });
const address = (name: string): DnsRecord => ({ type: "A", name, data: "192.0.2.1" });

/** `a → b → c` as records. */
function path(...names: string[]): DnsRecord[] {
  return names.slice(1).map((target, index) => alias(names[index] ?? "", target));
}

function walk(start: string, ...answers: DnsRecord[][]): DnsChain {
  return answers.reduce(extendChain, startChain(start));
}

describe("the chain of CNAME records", () => {
  it.each<[string, DnsRecord[][], string, number]>([
    ["stays where there are none", [[address("a")]], "a", 0],
    ["goes one link", [path("a", "b")], "b", 1],
    ["goes to the end of one answer", [[...path("a", "b", "c", "d"), address("d")]], "d", 3],
    ["takes records in any order", [path("a", "b", "c", "d").toReversed()], "d", 3],
    ["goes on with a further answer", [path("a", "b"), path("b", "c")], "c", 2],
    ["leaves out records of other names", [[alias("x", "y"), ...path("a", "b")]], "b", 1],
    ["takes the first of two for one name", [[alias("a", "b"), alias("a", "c")]], "b", 1],
  ])("%s", (_, answers, end, links) => {
    const chain = walk("a", ...answers);
    expect(chain).toMatchObject({ end, problem: null });
    expect(chain.links).toHaveLength(links);
  });

  it.each<[string, DnsRecord[][], number]>([
    ["itself", [path("a", "a")], 1],
    ["its start", [path("a", "b", "a")], 2],
    ["a link on the way", [path("a", "b", "c", "b")], 3],
    ["its start, over several answers", [path("a", "b"), path("b", "c"), path("c", "a")], 3],
  ])("is a loop where it leads back to %s", (_, answers, links) => {
    const chain = walk("a", ...answers);
    expect(chain.problem).toBe("cname_loop");
    expect(chain.links).toHaveLength(links);
  });

  it("[10.11] has at most eight links", () => {
    const names = Array.from({ length: MAX_LINKS + 2 }, (_, index) => `n${index}`);
    expect(MAX_LINKS).toBe(8);
    expect(walk("n0", path(...names.slice(0, -1)))).toMatchObject({ end: "n8", problem: null });
    expect(walk("n0", path(...names))).toMatchObject({ end: "n9", problem: "cname_chain_too_long" });
  });

  it("tells the links up to a name, wherever it goes from there", () => {
    const chain = walk("a", path("a", "b", "c", "d"));
    expect(linksTo(chain, (name) => name === "c")).toEqual([
      { name: "a", target: "b" },
      { name: "b", target: "c" },
    ]);
    expect(linksTo(chain, (name) => name === "e")).toBeNull();
    expect(linksTo(chain, (name) => name === "a")).toBeNull();
  });
});
