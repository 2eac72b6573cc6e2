import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { foldMisses } from "../../../src/jobs/fold-misses.ts";
import { messageOf, store } from "../../support/click.ts";
import { continueCheck } from "../../../src/services/check/continue-check.ts";
import { selectCoverage } from "../../../src/storage/check/host-tally.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { addToken, connectHost, createSite, requireOk, type Site } from "../../support/site.ts";
import { jobRun } from "../../support/job-run.ts";

const DAY_MS = 86_400_000;

let site: Site;

beforeEach(async () => {
  site = await createSite();
  await env.DB.batch(
    ["miss_batches", "misses", "miss_days"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

const report = async () => requireOk(await site.call("GET", `/host/${site.host}/report`)).body;

async function page(token = site.token, query = "", headers: Record<string, string> = {}): Promise<Response> {
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  return exports.default.fetch(`http://localhost:8787/v1/host/${site.host}/report${query}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: accept, ...headers },
  });
}

/** A chain of three hops, a dead target, a record that nobody visited, and a missed path that looks like a tag. */
async function makeTroubles(): Promise<void> {
  await site.createRedirect("/a", { destination: `http://${site.host}/b` });
  await site.createRedirect("/b", { destination: `http://${site.host}/C` });
  await site.createRedirect("/c", { destination: "https://new.example/end" });
  const dead = await site.createRedirect("/dead", {
    destination: "https://new.example/gone",
    is_notify: true,
  });
  const health = {
    "https://new.example/gone": {
      state: "broken",
      failures: 3,
      reason: "status 404",
      latencyMs: null,
      checkedAtMs: 1,
    },
  };
  await env.DB.prepare("UPDATE records SET monitor_state = 'broken', health = ?2 WHERE id = ?1")
    .bind(dead.id, JSON.stringify(health))
    .run();
  await env.DB.prepare("UPDATE records SET created_at = created_at - ?2 WHERE id = ?1")
    .bind(dead.id, 29 * DAY_MS)
    .run();
  const miss = ["", Date.now(), 0, "", "", "", "", "/<script>alert(1)</script>", site.host];
  await store([messageOf(...([miss, miss] as never[]))]);
  await foldMisses(jobRun(env, Date.now()));
}

describe("[31.13] GET /host/{host}/report", () => {
  it("lists no problems if there are none", async () => {
    expect(await report()).toMatchObject({
      host: site.host,
      coverage: null,
      dns: { held: true, correct: false },
      records: { total: 0, paused: 0 },
      unvisited: { count: 0, sample: [] },
      chains: { count: 0, is_complete: true, sample: [] },
      dead_targets: { records: 0, sample: [] },
      misses: { setting: "unmatched", paths: 0, sample: [] },
    });
  });

  it("lists chains, dead targets, records without visits and missed paths", async () => {
    await makeTroubles();
    const body = await report();
    expect(body.records.total).toBe(4);
    expect(body.chains.count).toBe(2);
    expect(body.chains.sample).toContainEqual({
      source: "/a",
      hops: [`http://${site.host}/b`, `http://${site.host}/C`, "https://new.example/end"],
    });
    expect(body.dead_targets).toEqual({
      records: 1,
      sample: [{ source: "/dead", destination: "https://new.example/gone", reason: "status 404" }],
    });
    expect(body.unvisited).toEqual({ count: 1, sample: ["/dead"] });
    expect(body.misses).toMatchObject({
      paths: 1,
      people: 2,
      sample: [{ path: "/<script>alert(1)</script>" }],
    });
  });

  it("[7.1, 31.13] lists no destination that a record no longer has, and no record that is not watched", async () => {
    await makeTroubles();
    const gone = "https://new.example/gone";
    const put = async (fields: object) => {
      const [dead] = requireOk(await site.call("GET", "/links?filter[path]=/dead&filter[host]=" + site.host))
        .body.data;
      requireOk(await site.call("PUT", `/redirect/${dead.id}`, fields));
      return (await report()).dead_targets;
    };
    expect((await put({ destinations: [gone, "https://new.example/b"] })).records).toBe(1);
    expect(await put({ is_notify: false })).toEqual({ records: 0, sample: [] });
    expect((await put({ is_notify: true })).records).toBe(1);
    expect(await put({ destinations: ["https://new.example/b"] })).toEqual({ records: 0, sample: [] });
  });

  it("has the results of the last check for the hostname's own URLs, from one row", async () => {
    await site.createRedirect("/a", { destination: "https://new.example/a", type: "301" });
    const other = await connectHost(site);
    const coverageOf = async (host: string) =>
      requireOk(await site.call("GET", `/host/${host}/report`)).body.coverage;
    const check = async (urls: unknown[]): Promise<string> => {
      const { id } = requireOk(await site.call("POST", "/checks", { urls })).body;
      expect((await coverageOf(site.host))?.check).not.toBe(id);
      while (await continueCheck(env, id, Date.now));
      return id;
    };
    const mine = (path: string) => `http://${site.host}${path}`;
    // The results are written a thousand at a time: what both batches have of a hostname comes together.
    const bulk = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `http://${other}/no-${from + index}`);
    const urls = [
      ...bulk(1, 15),
      mine("/a"),
      { url: mine("/a"), status: 302 },
      "http://nobody.example/",
      ...Array.from({ length: 1_000 }, () => mine("/a")),
      ...bulk(1_019, 10),
      `http://www.${site.host}/none`,
    ];
    const none = { uncovered: 0, unexpected: 0, chain: 0, loop: 0, temporary: 0 };
    const first = await check(urls);
    expect(await coverageOf(site.host)).toMatchObject({
      check: first,
      total: 1_003,
      counts: { ...none, covered: 1_001, uncovered: 1, unexpected: 1 },
      sample: [
        { line: 17, url: mine("/a"), result: "unexpected", reason: "answers 301" },
        { line: urls.length, url: `http://www.${site.host}/none`, result: "uncovered", reason: "not-found" },
      ],
    });
    const ofOther = await coverageOf(other);
    expect(ofOther).toMatchObject({
      check: first,
      total: 25,
      counts: { ...none, covered: 0, uncovered: 25 },
    });
    expect(ofOther.finished_at).toBe(requireOk(await site.call("GET", `/checks/${first}`)).body.finished_at);
    const lines = [...Array.from({ length: 15 }, (_, index) => index + 1), 1_019, 1_020, 1_021, 1_022, 1_023];
    expect(ofOther.sample.map(({ line }: { line: number }) => line)).toEqual(lines);
    const metered = meterDatabase();
    await selectCoverage(metered.env.DB, site.id, other, Date.now());
    expect(metered.rows.read).toBeLessThanOrEqual(4);
    const html = await (await page()).text();
    expect(html).toContain(
      "1,003 URLs of this hostname: 1,001 arriving, 1 leading nowhere, 1 with another answer.",
    );
    expect(html).toContain(`<td>${mine("/a")}</td><td>with another answer</td><td>answers 301</td>`);

    // Each hostname has the last check of its own URLs; one that is deleted counts no more.
    const second = await check([mine("/a")]);
    expect(await coverageOf(site.host)).toMatchObject({ check: second, total: 1, sample: [] });
    expect(await coverageOf(other)).toMatchObject({ check: first });
    requireOk(await site.call("DELETE", `/checks/${second}`));
    expect(await coverageOf(site.host)).toMatchObject({ check: first });
    expect(await selectCoverage(env.DB, site.id, other, Date.now() + 31 * DAY_MS)).toBeNull();
  });

  it("requires access to the hostname", async () => {
    const stranger = await createSite();
    expect((await stranger.call("GET", `/host/${site.host}/report`)).status).toBe(404);
    expect((await page(await addToken(site.id, { role: "viewer" }))).status).toBe(200);
  });
});

it("[31.14] the report is also a page, whose policy allows no script and only its own style", async () => {
  await makeTroubles();
  const response = await page();
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("sandbox");
  expect(policy).not.toContain("unsafe");
  const [, nonce] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
  const html = await response.text();
  expect(html).toContain(`<style nonce="${nonce}">`);
  expect(html).not.toContain("<script");
  expect(html).toContain("/&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain(`<h1>${site.host}</h1>`);
});

describe("[31.16] the language of the page", () => {
  const inLanguage = async (acceptLanguage: string, query = ""): Promise<string> => {
    const html = await (await page(site.token, query, { "Accept-Language": acceptLanguage })).text();
    // Every text and every part of the page is there.
    expect(html).not.toMatch(/\{\w+\}|report\.\w|>\w+\.\w+</);
    return html;
  };

  it("is that of the parameter, else the preferred one of those that there are, else English", async () => {
    const german = `${site.host}: Bericht über die Umleitungen vom`;
    expect(await inLanguage("fr, de-AT;q=0.8, en;q=0.5")).toContain(`<title>${german}`);
    expect(await inLanguage("de;q=0.5, en")).toContain(`<title>${site.host}: redirect report of`);
    expect(await inLanguage("fr")).toContain('<html lang="en">');
    expect(await inLanguage("de", "?language=en")).toContain('<html lang="en">');
    expect(await inLanguage("en", "?language=de")).toContain('<html lang="de">');
    const refused = await page(site.token, "?language=fr");
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: { language: ["must be one of en, de"] } });
  });

  it("[9.23] says what has a code, and marks what has none as English", async () => {
    await makeTroubles();
    const mine = (path: string) => `http://${site.host}${path}`;
    const urls = [{ url: mine("/a"), status: 302 }, mine("/none"), mine("/c")];
    const { id } = requireOk(await site.call("POST", "/checks", { urls })).body;
    while (await continueCheck(env, id, Date.now));
    const { href: none } = new URL(mine("/"));
    const message = `${site.host} has no record that leads here: create A ${none}.`;
    const problem = { scope: "dns", code: "elsewhere", updated_at: new Date().toISOString() };
    const coded = { code: "dns_none", values: { host: site.host, records: `A ${none}` } };
    // The second was stored without a code.
    const problems = [
      { ...problem, message, reason: coded },
      { ...problem, message: "said yesterday" },
    ];
    await env.DB.prepare("UPDATE hosts SET errors = ?2 WHERE host = ?1")
      .bind(site.host, JSON.stringify(problems))
      .run();
    const body = await report();
    expect(body.dns).toMatchObject({
      errors: [message, "said yesterday"],
      codes: [coded, { code: "as_written", values: { text: "said yesterday" } }],
    });
    expect(body.coverage.sample).toMatchObject([
      { reason: "answers 301", reason_code: { code: "check_answers", values: { status: 301 } } },
      { reason: "not-found", reason_code: { code: "check_outcome", values: { outcome: "not-found" } } },
    ]);
    const html = await inLanguage("de");
    expect(html).toContain("hatte 3 URLs dieses Hostnamens: 1 am Ziel, 1 ins Leere, 1 mit anderer Antwort.");
    expect(html).toContain(`<td>${mine("/a")}</td><td>mit anderer Antwort</td><td>antwortet 301</td>`);
    expect(html).toContain("<td>ins Leere</td><td>Kein Eintrag antwortet</td>");
    expect(html).toContain('<td><span lang="en">status 404</span></td>');
    expect(html).toContain("Besucher von 2 Umleitungen werden noch einmal umgeleitet.");
    expect(html).toContain("<b>33,3 %</b><span>von 3 geprüften URLs kommen an</span>");
    expect(html).toContain(
      `<li>${site.host} hat keinen Eintrag, der hierher führt. Legen Sie an: A ${none}.</li>`,
    );
    expect(html).toContain('<li><span lang="en">said yesterday</span></li>');
    expect(html.match(/lang="en"/g)).toHaveLength(2);
    expect(await inLanguage("en")).not.toContain("<span lang=");
  });
});
