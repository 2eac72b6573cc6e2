import { say } from "../../src/domain/refusal/say.ts";
import { describe, expect, it } from "vitest";
import { extendChain, startChain } from "../../src/domain/dns-chain.ts";
import { judgeDns, type DnsDemand, type DnsFinding } from "../../src/domain/dns-judgement.ts";
import { hostname } from "../support/hostname.ts";

const HOST = hostname("go.example.com");
const TARGET = "edge.signpost.example";
const [OURS, OURS_TOO, OTHER] = ["192.0.2.1", "192.0.2.2", "203.0.113.9"];
const [OURS_6, OTHER_6] = ["2001:db8::1", "2001:db8::9"];

const SUBDOMAIN: DnsDemand = {
  host: HOST,
  require: [`CNAME ${HOST} ${TARGET}`],
  target: TARGET,
  hasOwnTargets: false,
  v4: [OURS, OURS_TOO],
  v6: [OURS_6],
};
const BARE: DnsDemand = {
  ...SUBDOMAIN,
  host: hostname("example.com"),
  require: [`A example.com ${OURS}`, `A example.com ${OURS_TOO}`],
  target: null,
};

interface Found {
  /** The names that the chain leads to, one after the other. */
  via?: string[];
  status?: number;
  v4?: string[];
  v6?: string[];
}

function find(name: string, { via = [], status = 0, v4 = [], v6 = [] }: Found): DnsFinding {
  const names = [name, ...via];
  const records = via.map((data, index) => ({ type: "CNAME" as const, name: names[index] ?? "", data }));
  return { name, chain: extendChain(startChain(name), records), status, v4, v6 };
}

const codes = (demand: DnsDemand, found: Found) =>
  judgeDns(demand, find(demand.host, found)).problems.map(({ code }) => code);

describe("a subdomain", () => {
  it.each<[string, Found]>([
    ["its CNAME is the target", { via: [TARGET] }],
    ["a chain leads to the target", { via: ["a.example", "b.example", TARGET] }],
    ["a chain comes by the target and goes on", { via: [TARGET, "inside.example"], v4: [OTHER] }],
    ["the target itself has no addresses now", { via: [TARGET], status: 3 }],
    ["the target itself fails now", { via: [TARGET], status: 2 }],
    ["the chain goes in a circle behind the target", { via: [TARGET, "x.example", TARGET] }],
    ["it has our address (a provider that flattens)", { v4: [OURS] }],
    ["it has all of our addresses", { v4: [OURS_TOO, OURS] }],
    ["it has our addresses of both kinds", { v4: [OURS], v6: [OURS_6] }],
    ["a chain ends at our addresses", { via: ["flat.example"], v4: [OURS] }],
  ])("[10.11] is correct where %s", (_, found) => {
    expect(judgeDns(SUBDOMAIN, find(HOST, found))).toMatchObject({ correct: true, problems: [] });
  });

  it.each<[string, Found, string[]]>([
    ["it has no records", {}, ["no_records"]],
    ["it does not exist", { status: 3 }, ["nxdomain"]],
    ["its name servers fail", { status: 2 }, ["servfail"]],
    ["its name servers refuse", { status: 5 }, ["refused"]],
    ["the resolver has another code", { status: 9 }, ["rcode_9"]],
    ["its CNAME leads elsewhere", { via: ["other.example"], v4: [OTHER], v6: [OTHER_6] }, ["mismatch"]],
    ["its CNAME leads to a name without addresses", { via: ["other.example"] }, ["mismatch"]],
    ["its CNAME leads to what is not there", { via: ["gone.example"], status: 3 }, ["nxdomain"]],
    ["its CNAME leads back", { via: ["a.example", HOST] }, ["cname_loop"]],
    ["the chain is too long", { via: [..."123456789"].map((n) => `${n}.example`) }, ["cname_chain_too_long"]],
    ["its address is not ours", { v4: [OTHER] }, ["mismatch"]],
    ["one of its addresses is not ours", { v4: [OURS, OTHER] }, ["extra_address"]],
    ["a chain ends at ours and others", { via: ["flat.example"], v4: [OURS, OTHER] }, ["mismatch"]],
    ["IPv6 leads elsewhere", { v4: [OURS], v6: [OTHER_6] }, ["ipv6_elsewhere"]],
    ["some of IPv6 leads elsewhere", { v4: [OURS], v6: [OURS_6, OTHER_6] }, ["ipv6_elsewhere"]],
    [
      "IPv6 at the end of a chain does",
      { via: ["flat.example"], v4: [OURS], v6: [OTHER_6] },
      ["ipv6_elsewhere"],
    ],
    ["only IPv6 is there", { v6: [OTHER_6] }, ["no_records", "ipv6_elsewhere"]],
    ["both kinds are half right", { v4: [OURS, OTHER], v6: [OTHER_6] }, ["extra_address", "ipv6_elsewhere"]],
  ])("[10.11] is not where %s", (_, found, expected) => {
    expect(codes(SUBDOMAIN, found)).toEqual(expected);
    expect(judgeDns(SUBDOMAIN, find(HOST, found)).correct).toBe(false);
  });
});

describe("[10.11] a registrable domain", () => {
  it.each<[string, Found, string[]]>([
    ["one of our addresses", { v4: [OURS] }, []],
    ["all of them", { v4: [OURS, OURS_TOO] }, []],
    ["another beside them", { v4: [OURS, OTHER] }, ["extra_address"]],
    ["another alone", { v4: [OTHER] }, ["mismatch"]],
    ["none", {}, ["no_records"]],
    ["IPv6 elsewhere beside them", { v4: [OURS], v6: [OTHER_6] }, ["ipv6_elsewhere"]],
    ["a CNAME to the name for subdomains, which is no address", { via: [TARGET], v4: [OTHER] }, ["mismatch"]],
  ])("with %s", (_, found, expected) => {
    expect(codes(BARE, found)).toEqual(expected);
  });
});

describe("what was found", () => {
  it.each<[string, DnsDemand, Found, string[]]>([
    ["nothing", SUBDOMAIN, { status: 3 }, []],
    [
      "the way to the target, and nothing behind it",
      SUBDOMAIN,
      { via: ["a.example", TARGET, "inside.example"], v4: [OTHER] },
      [`CNAME ${HOST} a.example`, `CNAME a.example ${TARGET}`],
    ],
    [
      "a chain with the addresses at its end",
      SUBDOMAIN,
      { via: ["x.example.net"], v4: [OTHER], v6: [OTHER_6] },
      [`CNAME ${HOST} x.example.net`, `A x.example.net ${OTHER}`, `AAAA x.example.net ${OTHER_6}`],
    ],
    [
      "a loop as far as it goes",
      SUBDOMAIN,
      { via: ["a.example", HOST] },
      [`CNAME ${HOST} a.example`, `CNAME a.example ${HOST}`],
    ],
    ["addresses", BARE, { v4: [OURS, OTHER] }, [`A example.com ${OURS}`, `A example.com ${OTHER}`]],
  ])("is listed in its order: %s", (_, demand, found, current) => {
    expect(judgeDns(demand, find(demand.host, found)).current).toEqual(current);
  });

  it("goes by the wildcard's name, not by the one that was asked for", () => {
    const demand = {
      ...SUBDOMAIN,
      host: hostname("*.example.com"),
      require: [`CNAME *.example.com ${TARGET}`],
    };
    const found = find("probe.example.com", { via: ["other.example"] });
    expect(judgeDns(demand, found).current).toEqual(["CNAME *.example.com other.example"]);
    const missing = judgeDns(demand, find("probe.example.com", { status: 3 }));
    expect(missing.problems.map(({ reason }) => say(reason))[0]).toContain("*.example.com does not exist");
    expect(JSON.stringify(missing)).not.toContain("probe");
  });
});

describe("the message", () => {
  it.each<[DnsDemand, Found, string[]]>([
    [SUBDOMAIN, { status: 3 }, [HOST, `create CNAME ${HOST} ${TARGET}`]],
    [SUBDOMAIN, {}, [`create CNAME ${HOST} ${TARGET}`]],
    [SUBDOMAIN, { via: ["other.example"] }, ["other.example", `make it CNAME ${HOST} ${TARGET}`]],
    [SUBDOMAIN, { via: ["gone.example"], status: 3 }, ["gone.example", `make it CNAME ${HOST} ${TARGET}`]],
    [SUBDOMAIN, { via: ["a.example", HOST] }, ["circle", `make it CNAME ${HOST} ${TARGET}`]],
    [BARE, { v4: [OURS, OTHER] }, [`remove A example.com ${OTHER}`]],
    [BARE, { v4: [OTHER] }, [OTHER, `make it A example.com ${OURS} or A example.com ${OURS_TOO}`]],
    [BARE, { v4: [OURS], v6: [OTHER_6] }, ["IPv6", `remove AAAA example.com ${OTHER_6}`]],
    [SUBDOMAIN, { status: 2 }, ["SERVFAIL", "DNSSEC"]],
    [SUBDOMAIN, { status: 5 }, ["REFUSED", "name servers"]],
  ])("[10.11] says what to do (%#)", (demand, found, parts) => {
    const [problem] = judgeDns(demand, find(demand.host, found)).problems;
    for (const part of parts) expect(problem && say(problem.reason)).toContain(part);
  });
});
