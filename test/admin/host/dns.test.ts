import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveZone, type FakeDns } from "../../support/dns.ts";
import type { ChainStyle, DnsZone, ZoneEntry } from "../../support/dns-zone.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

/** What a refresh makes of DNS: the ways that zones can be right, half right and wrong. */

const TARGET = env.CNAME_TARGET;
const [OURS = ""] = env.A_TARGETS.split(",");
const [OTHER, OTHER_6, OURS_6] = ["203.0.113.9", "2001:db8::9", "2001:db8::1"];

let dns: FakeDns | undefined;
let nowMs: number;

beforeEach(() => {
  nowMs = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => nowMs);
});

afterEach(() => {
  dns?.restore();
  vi.restoreAllMocks();
});

function serve(zone: DnsZone, style?: ChainStyle): FakeDns {
  dns?.restore();
  dns = serveZone(zone, style);
  return dns;
}

async function refresh(site: Pick<Site, "call">, host: string) {
  nowMs += 30_000;
  return requireOk(await site.call("POST", `/host/${host}/refresh`)).body;
}

const codesOf = (body: { errors: { code: string }[] }) => body.errors.map(({ code }) => code);

describe.each<ChainStyle>(["whole", "first"])("a resolver that tells of a chain the %s", (style) => {
  it("[10.11] is asked on until the chain comes to the target", async () => {
    const site = await createSite();
    const { questions } = serve(
      {
        [site.host]: { CNAME: "a.example" },
        "a.example": { CNAME: "b.example" },
        "b.example": { CNAME: TARGET },
      },
      style,
    );
    const body = await refresh(site, site.host);
    expect(body).toMatchObject({ correct: true, errors: [] });
    expect(body.current).toEqual([
      `CNAME ${site.host} a.example`,
      "CNAME a.example b.example",
      `CNAME b.example ${TARGET}`,
    ]);
    expect(questions.map(({ name }) => name)).toEqual([site.host, "a.example", "b.example"]);
  });

  it("[10.11] is asked on for the addresses of a registrable domain that is an alias", async () => {
    const workspace = await createWorkspace();
    const host = `alias-${style}.example`;
    requireOk(await workspace.call("POST", "/host", { host }));
    serve({ [host]: { CNAME: "flat.example" }, "flat.example": { A: [OURS] } }, style);
    expect(await refresh(workspace, host)).toMatchObject({
      correct: true,
      current: [`CNAME ${host} flat.example`, `A flat.example ${OURS}`],
    });
  });

  it("is asked at most nine times for a chain without end", async () => {
    const site = await createSite();
    const zone: DnsZone = { [site.host]: { CNAME: "n0.example" } };
    for (let n = 0; n < 19; n++) zone[`n${n}.example`] = { CNAME: `n${n + 1}.example` };
    const { questions } = serve(zone, style);
    const body = await refresh(site, site.host);
    expect(codesOf(body)).toEqual(["cname_chain_too_long"]);
    expect(questions).toHaveLength(9);
    expect(body.current).toHaveLength(9);
  });
});

describe("a subdomain", () => {
  it.each<[string, ZoneEntry, DnsZone, string[]]>([
    ["that a provider flattens", { A: [OURS] }, {}, []],
    [
      "whose CNAME leads elsewhere",
      { CNAME: "other.example" },
      { "other.example": { A: [OTHER] } },
      ["mismatch"],
    ],
    ["whose CNAME leads nowhere", { CNAME: "gone.example" }, {}, ["nxdomain"]],
    [
      "whose CNAME records go in a circle",
      { CNAME: "a.example" },
      { "a.example": { CNAME: "a.example" } },
      ["cname_loop"],
    ],
    ["with a foreign address beside ours", { A: [OURS, OTHER] }, {}, ["extra_address"]],
    [
      "with IPv6 elsewhere",
      { A: [OURS], AAAA: [OTHER_6] },
      { [TARGET]: { AAAA: [OURS_6] } },
      ["ipv6_elsewhere"],
    ],
    [
      "with IPv6 that our own name has, too",
      { A: [OURS], AAAA: [OURS_6] },
      { [TARGET]: { AAAA: [OURS_6] } },
      [],
    ],
    [
      "with IPv6 where our own name has none",
      { A: [OURS], AAAA: [OTHER_6] },
      { [TARGET]: { A: [OURS] } },
      ["ipv6_elsewhere"],
    ],
    ["without records", {}, {}, ["no_records"]],
  ])("%s", async (_, entry, rest, codes) => {
    const site = await createSite();
    serve({ [site.host]: entry, ...rest });
    const body = await refresh(site, site.host);
    expect(codesOf(body)).toEqual(codes);
    expect(body.correct).toBe(codes.length === 0);
  });
});

describe("a resolver that answers", () => {
  it.each<[string, ZoneEntry | null, string]>([
    ["that the name does not exist", null, "nxdomain"],
    ["that its name servers fail", "servfail", "servfail"],
    ["that it is refused", "refused", "refused"],
    ["with no records", {}, "no_records"],
  ])("changes the state where it says %s", async (_, entry, code) => {
    const site = await createSite();
    serve({ [site.host]: { CNAME: TARGET } });
    const before = await refresh(site, site.host);
    expect(before.ssl_issued_at).not.toBeNull();
    serve(entry === null ? {} : { [site.host]: entry });
    const after = await refresh(site, site.host);
    expect(after).toMatchObject({ correct: false, current: [], ssl_issued_at: null });
    expect(after.dns_verified_at).toBe(before.dns_verified_at);
    expect(codesOf(after)).toEqual([code]);
  });
});

describe("a resolver that gives no answer", () => {
  it.each<[string, ZoneEntry, string]>([
    ["is not there", "unavailable", "unreachable"],
    ["answers with what cannot be read", "garbage", "malformed"],
  ])("[10.12] leaves state and certificate standing where it %s", async (_, entry, code) => {
    const site = await createSite();
    serve({ [site.host]: { CNAME: TARGET } });
    const before = await refresh(site, site.host);
    serve({ [site.host]: entry });
    const after = await refresh(site, site.host);
    expect(codesOf(after)).toEqual([code]);
    const { correct, current, ssl_issued_at, dns_verified_at } = before;
    expect(after).toMatchObject({ correct, current, ssl_issued_at, dns_verified_at });
  });

  it("does so as well where one of several questions fails", async () => {
    const site = await createSite();
    serve({ [site.host]: { A: [OURS] } });
    expect((await refresh(site, site.host)).correct).toBe(true);
    serve({ [site.host]: { CNAME: "a.example" }, "a.example": "unavailable" }, "first");
    expect(await refresh(site, site.host)).toMatchObject({
      correct: true,
      errors: [{ code: "unreachable" }],
    });
  });

  it("[10.12] does not make a hostname wrong, and after an answer it is", async () => {
    const site = await createSite();
    requireOk(await site.call("POST", "/link", { host: site.host, destination: "https://example.com/" }));
    const wrong = async () => {
      const { health } = requireOk(await site.call("GET", "/links/facets")).body;
      const { data } = requireOk(await site.call("GET", "/host?filter[dns_wrong]=true")).body;
      return [health.dns_issue, data.length];
    };
    serve({ [site.host]: "unavailable" });
    await refresh(site, site.host);
    nowMs += 60_000;
    expect(await wrong()).toEqual([0, 0]);
    serve({ [site.host]: { A: [OTHER] } });
    await refresh(site, site.host);
    nowMs += 60_000;
    expect(await wrong()).toEqual([1, 1]);
  });

  it("is cut off after 10 seconds for all questions together", async () => {
    const site = await createSite();
    const cutOff = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(cutOff.signal);
    vi.spyOn(globalThis, "fetch").mockImplementation((_, init) => {
      cutOff.abort(new DOMException("", "TimeoutError"));
      return Promise.reject(init?.signal?.reason as Error);
    });
    const body = await refresh(site, site.host);
    expect(codesOf(body)).toEqual(["timeout"]);
    expect(timeout.mock.calls).toEqual([[10_000]]);
  });
});
