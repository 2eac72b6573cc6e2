import { say } from "../../../src/domain/refusal/say.ts";
import { describe, expect, it } from "vitest";
import { shortenChain, type Link } from "../../../src/domain/check/shorten-chain.ts";
import type { LinkRecord } from "../../../src/domain/record.ts";
import { linkRecord, redirectAt, sourceOf } from "../../support/records.ts";

const END = "https://new.example/end";

function link(
  source: string,
  location: string,
  record: Partial<LinkRecord> = {},
  rest: Partial<Link> = {},
): Link {
  return {
    record: linkRecord({ ...redirectAt(source), destinations: [location], forwardQuery: false, ...record }),
    outcome: "redirect",
    status: 301,
    location,
    isLasting: true,
    hasQuerySources: false,
    ...rest,
  };
}

const chain = (first: Partial<LinkRecord>, hop: Partial<LinkRecord>, rest: Partial<Link> = {}) => [
  link("/a", "https://old.example/b", first),
  link("/b", END, hop, rest),
];

describe("[30.19] the first record of a chain", () => {
  it.each([
    ["the end", chain({}, {}), END, false],
    ["the end of three", [link("/a", "x"), link("/b", "y"), link("/c", END)], END, false],
    [
      "the end behind a redirect to https",
      [link("/a", "x"), link("/b", "y", {}, { outcome: "upgrade", status: 308 }), link("/b", END)],
      END,
      false,
    ],
    [
      "the page at the end",
      [...chain({}, {}), link("/c", "", {}, { outcome: "html", status: 200, location: null })],
      END,
      false,
    ],
    ["the last fragment", [link("/a", "x#one"), link("/b", "y#two#x"), link("/c", END)], `${END}#two`, false],
    ["the fragment of the end", [link("/a", "x#one"), link("/b", `${END}#own`)], `${END}#own`, false],
    [
      "the end, and passes queries on as all hops do",
      chain({ forwardQuery: true }, { forwardQuery: true }),
      END,
      true,
    ],
    ["the end, and drops queries as a hop does", chain({ forwardQuery: true }, {}), END, false],
    [
      "the end with what a hop adds, where queries are dropped",
      chain({ forwardQuery: true }, { utm: utm("x") }),
      END,
      false,
    ],
    [
      "the end, where it is temporary itself",
      [link("/a", "x", {}, { status: 302 }), link("/b", END)],
      END,
      false,
    ],
    ["the end, where it ends some day itself", chain({ expiresAtMs: 1 }, {}), END, false],
    ["the end of any kind of hop", chain({}, { source: sourceOf("/b/*") }), END, false],
  ])("is set to %s", (_, links, destination, forwardQuery) => {
    expect(shortenChain(links, null)).toEqual({ kind: "set", destination, forwardQuery });
  });

  it.each([
    ["stands for many paths", chain({ source: sourceOf("/a/*") }, {}), /many paths/],
    ["answers what is below its alias", chain({ handler: "short-url", forwardPath: true }, {}), /many paths/],
    ["has rules", chain({ rules: [{}] as never }, {}), /rules/],
    ["has several destinations", chain({ destinations: ["x", "y"] }, {}), /several/],
    ["adds parameters", chain({ utm: utm("x") }, {}), /parameters/],
    ["marks scans", chain({ plugins: ["qr-utm"] }, {}), /parameters/],
    ["leads to a hop with rules", chain({}, { rules: [{}] as never }), /rules/],
    ["leads to a hop with several destinations", chain({}, { destinations: ["x", "y"] }), /several/],
    ["leads to a hop with a password", chain({}, { passwordVersion: 1 }), /password/],
    ["leads to a hop that expires", chain({}, { expiresAtMs: 9e12 }), /ends/],
    ["leads to a hop for so many visitors", chain({}, { maxClicks: 3 }), /ends/],
    ["leads to a temporary hop", chain({}, {}, { status: 302 }), /temporary/],
    ["leads to a hop with a plugin", chain({}, { plugins: ["bot-block"] }), /plugins/],
    ["leads to a hop with a preview", chain({}, { preview: { title: "x" } }), /preview/],
    ["leads to a hop that is not cached", chain({}, {}, { isLasting: false }), /elsewhere/],
    [
      "passes queries to a hop that reads them",
      chain({ forwardQuery: true }, {}, { hasQuerySources: true }),
      /depend/,
    ],
    [
      "passes queries through a hop that adds some",
      chain({ forwardQuery: true }, { forwardQuery: true, utm: utm("x") }),
      /adds/,
    ],
    [
      "keeps the method of a form that a hop does not",
      [link("/a", "x", {}, { status: 308 }), link("/b", END)],
      /method/,
    ],
  ])("is left alone where it %s", (_, links, reason) => {
    const found = shortenChain(links, null);
    expect(found.kind === "left" && say(found.reason)).toMatch(reason);
  });

  it("is left alone in a circle and where the end is not in sight, and is no chain by itself", () => {
    expect(shortenChain(chain({}, {}), "loop").kind).toBe("left");
    expect(shortenChain(chain({}, {}), "more").kind).toBe("left");
    expect(shortenChain([link("/a", END)], null)).toEqual({ kind: "short" });
  });
});

function utm(source: string): LinkRecord["utm"] {
  return { source, medium: "", campaign: "", term: "", content: "" };
}
