import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerDns, dnsJson, type DnsQuestion, type FakeDns } from "../../support/dns.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";

const TARGET = env.CNAME_TARGET;
const [ADDRESS = ""] = env.A_TARGETS.split(",");

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

function answerWith(answer: (question: DnsQuestion) => Response | Promise<Response>): FakeDns {
  dns?.restore();
  dns = answerDns(answer);
  return dns;
}

const pointHere = () => answerWith((question) => dnsJson(question, { records: [["CNAME", `${TARGET}.`]] }));
const pointAway = () => answerWith((question) => dnsJson(question, { status: 3 }));

/** A refresh that is due. */
async function refresh(site: Pick<Site, "call">, host: string) {
  nowMs += 30_000;
  return requireOk(await site.call("POST", `/host/${host}/refresh`)).body;
}

describe("POST /host/{host}/refresh of a subdomain", () => {
  it.each([
    ["the target", `${TARGET}.`],
    ["the target without a trailing dot", TARGET],
    ["the target in capitals", TARGET.toUpperCase()],
  ])("[10.9, 10.10, 10.11] is correct where its CNAME is %s", async (_, data) => {
    const site = await createSite();
    const { questions } = answerWith((question) => dnsJson(question, { records: [["CNAME", data]] }));
    const body = await refresh(site, site.host);
    expect(questions).toEqual([{ name: site.host, type: "CNAME" }]);
    const now = new Date(nowMs).toISOString();
    expect(body).toMatchObject({
      host: site.host,
      correct: true,
      current: [`CNAME ${site.host} ${TARGET}`],
      errors: [],
      checked_at: now,
      dns_verified_at: now,
      ssl_issued_at: now,
    });
  });

  it.each<[string, (question: DnsQuestion) => Response, string[]]>([
    [
      "a CNAME that leads back to itself",
      (question) => dnsJson(question, { records: [["CNAME", `${question.name.toUpperCase()}.`]] }),
      ["CNAME {host} {host}"],
    ],
    ["no record", (question) => dnsJson(question), []],
    ["NXDOMAIN", (question) => dnsJson(question, { status: 3 }), []],
    ["SERVFAIL", (question) => dnsJson(question, { status: 2 }), []],
    ["REFUSED", (question) => dnsJson(question, { status: 5 }), []],
    ["text that is no JSON", () => new Response("<p>", { headers: { "Content-Type": "text/html" } }), []],
    ["JSON of another kind", () => Response.json(null), []],
    ["records of another kind", () => Response.json({ Status: 0, Answer: [{ type: 5 }] }), []],
    ["a 500", () => new Response("{}", { status: 500 }), []],
    [
      "no answer",
      () => {
        throw new TypeError("connection reset by 10.0.0.1");
      },
      [],
    ],
  ])(
    "[10.1, 10.11] is not correct at %s, and errors tell it with the scope dns",
    async (_, answer, current) => {
      const site = await createSite();
      answerWith(answer);
      const body = await refresh(site, site.host);
      expect(body).toMatchObject({ correct: false, dns_verified_at: null, ssl_issued_at: null });
      expect(body.current).toEqual(current.map((record) => record.replaceAll("{host}", site.host)));
      expect(body.errors).toEqual([
        {
          scope: "dns",
          code: expect.stringMatching(/\S/),
          message: expect.stringMatching(/\S/),
          message_code: expect.any(Object),
          updated_at: new Date(nowMs).toISOString(),
        },
      ]);
      expect(JSON.stringify(body)).not.toMatch(/reset|10\.0\.0\.1|TypeError/);
    },
  );

  it("[10.11] asks for a name below a wildcard", async () => {
    const workspace = await createWorkspace();
    requireOk(await workspace.call("POST", "/host", { host: "*.refresh.example" }));
    const { questions } = pointHere();
    expect((await refresh(workspace, "*.refresh.example")).correct).toBe(true);
    expect(questions[0]?.name).toMatch(/^[a-z0-9-]+\.refresh\.example$/);
  });
});

describe("POST /host/{host}/refresh of a registrable domain", () => {
  it.each<[string, [string, string][], boolean]>([
    ["all of its A records lead here", [["A", ADDRESS]], true],
    [
      "one of its A records leads elsewhere",
      [
        ["A", ADDRESS],
        ["A", "203.0.113.9"],
      ],
      false,
    ],
    ["its A record leads elsewhere", [["A", "203.0.113.9"]], false],
    ["it has none", [], false],
  ])("where %s", async (title, records, correct) => {
    const workspace = await createWorkspace();
    const host = `${title.replaceAll(" ", "-").toLowerCase()}.example`;
    requireOk(await workspace.call("POST", "/host", { host }));
    const { questions } = answerWith((question) => dnsJson(question, { records }));
    const body = await refresh(workspace, host);
    expect(questions).toEqual([
      { name: host, type: "A" },
      { name: host, type: "AAAA" },
    ]);
    expect(body.correct).toBe(correct);
    expect(body.current).toEqual(records.map(([, address]) => `A ${host} ${address}`));
    expect(body.errors.map(({ scope }: { scope: string }) => scope)).toEqual(correct ? [] : ["dns"]);
  });
});

describe("how often DNS is asked", () => {
  it("[10.9] is at most once in 30 seconds for a hostname; earlier calls return the previous state", async () => {
    const site = await createSite();
    const first = pointHere();
    expect((await refresh(site, site.host)).correct).toBe(true);
    expect(first.questions).toHaveLength(1);
    const second = pointAway();
    nowMs += 29_999;
    const early = requireOk(await site.call("POST", `/host/${site.host}/refresh`)).body;
    expect(early).toMatchObject({ correct: true, errors: [] });
    expect(second.questions).toEqual([]);
    nowMs += 1;
    const due = requireOk(await site.call("POST", `/host/${site.host}/refresh`)).body;
    expect(due).toMatchObject({ correct: false, errors: [{ scope: "dns" }] });
    expect(second.questions).toHaveLength(1);
  });

  it("[10.9] holds for calls at the same time, and for each hostname by itself", async () => {
    const [site, other] = [await createSite(), await createSite()];
    const { questions } = pointHere();
    nowMs += 30_000;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => site.call("POST", `/host/${site.host}/refresh`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(questions).toHaveLength(1);
    requireOk(await other.call("POST", `/host/${other.host}/refresh`));
    expect(questions).toHaveLength(2);
  });

  it("[10.12] a resolver that fails leaves the previous state, and errors tell of it", async () => {
    const site = await createSite();
    pointHere();
    const before = await refresh(site, site.host);
    answerWith(() => new Response("", { status: 502 }));
    const after = await refresh(site, site.host);
    expect(after).toMatchObject({
      correct: true,
      current: before.current,
      ssl_issued_at: before.ssl_issued_at,
    });
    expect(after.errors).toMatchObject([{ scope: "dns" }]);
  });

  it("of another workspace's hostname is a 404, and DNS is not asked", async () => {
    const [site, other] = [await createSite(), await createWorkspace()];
    const { questions } = pointHere();
    nowMs += 30_000;
    expect((await other.call("POST", `/host/${site.host}/refresh`)).status).toBe(404);
    expect(questions).toEqual([]);
  });
});

describe("the certificate", () => {
  it("[10.21, 11.5] counts as issued when DNS is correct: the url of a record begins with https", async () => {
    const site = await createSite();
    const { id, url, https } = await site.createLink({ alias: "a" });
    expect([url, https]).toEqual([`http://${site.host}/a`, false]);
    pointHere();
    await refresh(site, site.host);
    const link = async () => (await site.call("GET", `/link/${id}`)).body;
    expect(await link()).toMatchObject({ url: `https://${site.host}/a`, https: true });
    pointAway();
    expect((await refresh(site, site.host)).ssl_issued_at).toBeNull();
    expect(await link()).toMatchObject({ url: `http://${site.host}/a`, https: false });
  });

  it("[10.21] counts as issued only where https is requested", async () => {
    const site = await createSite();
    const put = async (https_requested: boolean) =>
      requireOk(await site.call("PUT", `/host/${site.host}`, { https_requested })).body.ssl_issued_at;
    pointHere();
    await refresh(site, site.host);
    expect(await put(false)).toBeNull();
    expect((await refresh(site, site.host)).ssl_issued_at).toBeNull();
    expect(await put(true)).toBe(new Date(nowMs).toISOString());
  });

  it("[3.2] force_https sends visitors to https once it is issued, and not before", async () => {
    const site = await createSite();
    await site.createLink({ alias: "a", destination: "https://example.com" });
    requireOk(await site.call("PUT", `/host/${site.host}`, { force_https: true }));
    const url = `http://${site.host}/a?x=1&y=%20`;
    expect((await visit(url)).headers.get("Location")).toBe("https://example.com");
    pointHere();
    await refresh(site, site.host);
    for (const [method, status] of [
      ["GET", 301],
      ["HEAD", 301],
      ["POST", 308],
      ["PUT", 308],
    ] as const) {
      const response = await visit(url, { method });
      expect([method, response.status]).toEqual([method, status]);
      expect(response.headers.get("Location")).toBe(url.replace("http:", "https:"));
    }
    expect((await visit(`http://${site.host}/nothing`)).status).toBe(301);
    const secure = await visit(url.replace("http:", "https:"));
    expect(secure.headers.get("Location")).toBe("https://example.com");
    requireOk(await site.call("PUT", `/host/${site.host}`, { force_https: false }));
    expect((await visit(url)).headers.get("Location")).toBe("https://example.com");
  });
});
