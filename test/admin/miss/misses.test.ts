import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { foldClicks } from "../../../src/jobs/fold-clicks.ts";
import { foldMisses } from "../../../src/jobs/fold-misses.ts";
import { JOBS } from "../../../src/jobs/job.ts";
import { reviewMissesOfHosts } from "../../../src/jobs/review-misses.ts";
import { suggestForMisses } from "../../../src/jobs/suggest-for-misses.ts";
import type { Miss } from "../../../src/queue-messages.ts";
import { reviewMisses } from "../../../src/services/miss/review-misses.ts";
import { selectMissReviews } from "../../../src/storage/miss/review.ts";
import { messageOf, store, totalOf } from "../../support/click.ts";
import { missOn, type MissFields } from "../../support/miss.ts";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { hostname } from "../../support/hostname.ts";
import { jobRun } from "../../support/job-run.ts";

const DAY_MS = 86_400_000;
const GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

let site: Site;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await env.DB.batch(
    ["miss_batches", "misses", "miss_days"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
  site = await createSite();
});

async function fold(nowMs = Date.now()): Promise<void> {
  await foldMisses(jobRun(env, nowMs));
  await JOBS["forget-misses"].run(jobRun(env, nowMs));
}
const suggestNow = () => suggestForMisses(jobRun(env, Math.ceil(Date.now() / 300_000) * 300_000));

const missOf = (path: string, fields: MissFields = {}) => missOn(site.host, path, fields);
const send = (...misses: Miss[]) => store([messageOf(...(misses as never[]))]);
const twice = (...paths: string[]) => send(...[...paths, ...paths].map((path) => missOf(path)));
const list = async (query = "") => requireOk(await site.call("GET", `/misses${query}`)).body.data;
const pathsOf = (rows: { path: string }[]) => rows.map(({ path }) => path);

describe("[31.3] misses are counted", () => {
  it("once, however often a message is delivered, and while another run adds them", async () => {
    const message = messageOf(...([missOf("/a"), missOf("/a", { agent: GOOGLE, isCrawler: 1 })] as never[]));
    await store([message]);
    await store([message]);
    await Promise.all([fold(), fold()]);
    await store([message]);
    await fold();
    expect(await list()).toMatchObject([{ host: site.host, path: "/a", visits: 2, people: 1, crawlers: 1 }]);
  });

  it("in addition to clicks, and not on hostnames that switched it off", async () => {
    const { id } = await site.createLink({ alias: "plain", destination: "https://example.com/" });
    await store([
      messageOf(
        [id, Date.now(), 0, "", "", ""],
        ...([missOf("/a"), missOf("/a", { host: hostname("other.example") })] as never[]),
      ),
    ]);
    const stored = await env.DB.prepare("SELECT count(*) AS n FROM miss_batches").first("n");
    expect(stored).toBe(1);
    await foldClicks(jobRun(env, Date.now()));
    expect(await totalOf(id)).toBe(1);
    requireOk(await site.call("PUT", `/host/${site.host}`, { misses: "off" }));
    await twice("/b");
    await fold();
    expect(await list()).toEqual([]);
  });

  it("over days, and forgotten after thirty", async () => {
    const nowMs = Date.now();
    await send(...[40, 20, 20, 0].map((days) => missOf("/a", { atMs: nowMs - days * DAY_MS })));
    await fold();
    expect(await list()).toMatchObject([{ path: "/a", visits: 3 }]);
    await fold(nowMs + 15 * DAY_MS);
    expect(await list()).toMatchObject([{ path: "/a", visits: 1 }]);
    await fold(nowMs + 31 * DAY_MS);
    expect(await list()).toEqual([]);
    expect(await env.DB.prepare("SELECT paths FROM miss_totals WHERE scope_id = ''").first("paths")).toBe(0);
  });

  it("without the texts that an earlier release stored as counts of referrers", async () => {
    await send(missOf("/a", { referrer: "news.example" }), missOf("/a"));
    await fold();
    await env.DB.prepare("UPDATE misses SET referrers = json_set(referrers, '$.constructor', ?1)")
      .bind("function Object() { [native code] }1".repeat(50_000))
      .run();
    expect(await list()).toMatchObject([{ referrers: [{ host: "news.example", visits: 1 }] }]);
    await send(missOf("/a", { referrer: "constructor" }));
    await fold();
    const referrers = await env.DB.prepare("SELECT referrers FROM misses").first<string>("referrers");
    expect(JSON.parse(referrers ?? "")).toEqual({ "news.example": 1, constructor: 1 });
  });

  it("though several messages cannot be added", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await env.DB.prepare(
      `INSERT INTO miss_batches (id, body)
       SELECT '0-' || value, '{"v":1,"of":{"a.test":{"1":null}}}' FROM json_each('[1,2,3,4,5]')`,
    ).run();
    await twice("/a");
    await fold();
    expect(await list()).toMatchObject([{ path: "/a", visits: 2 }]);
    expect(log).toHaveBeenCalledTimes(5);
  });

  it("in few rows under a scanner", async () => {
    const metered = meterDatabase();
    for (let message = 0; message < 40; message++) {
      const paths = Array.from({ length: 250 }, (_, index) => missOf(`/${message}-${index}-scan`));
      await store([messageOf(...(paths as never[]))], metered.env);
    }
    await foldMisses(jobRun(metered.env, Date.now()));
    // A message is noted, stored and deleted again; of ten thousand paths none has a row.
    expect(metered.rows.written).toBeLessThanOrEqual(40 * 4 + 10);
    expect(await list()).toEqual([]);
  });
});

describe("[31.8] GET /misses", () => {
  it("filters, sorts, goes on by cursor, and keeps workspaces apart", async () => {
    await twice("/a", "/b", "/c");
    await send(missOf("/b"), missOf("/d", { agent: GOOGLE, isCrawler: 1, atMs: Date.now() + 5_000 }));
    await send(missOf("/.git/config"), missOf("/u/jo@example.com"), missOf("/u/jo@example.com"));
    await fold();
    expect(pathsOf(await list())[0]).toBe("/b");
    expect(pathsOf(await list("?sort=-last_at"))[0]).toBe("/d");
    expect(pathsOf(await list("?filter[kind]=crawlers"))).toEqual(["/d"]);
    expect(pathsOf(await list("?filter[kind]=probes"))).toEqual(["(probes)"]);
    expect(await list("?filter[kind]=bots")).toEqual([]);
    expect(await list("?filter[host]=other.example")).toEqual([]);
    expect(await list("?filter[state]=ignored")).toEqual([]);
    const all = pathsOf(await list());
    expect(all.toSorted()).toEqual(["(probes)", "/a", "/b", "/c", "/d", "/u/:redacted"]);
    const walked: string[] = [];
    for (let query = "?per_page=2", pages = 0; pages < 4; pages++) {
      const { body } = requireOk(await site.call("GET", `/misses${query}`));
      walked.push(...pathsOf(body.data));
      if (body.meta.cursor.next === null) break;
      query = `?per_page=2&cursor=${body.meta.cursor.next}`;
    }
    expect(walked).toEqual(all);
    expectRefused(await site.call("GET", "/misses?sort=visits&filter[nope]=1"), "sort", "filter.nope");
    const stranger = await createWorkspace();
    expect(requireOk(await stranger.call("GET", "/misses")).body.data).toEqual([]);
  });

  it("answers CSV, in which no path is a formula", async () => {
    await send(missOf("/x", { referrer: "=cmd.example" }), missOf("/x"));
    await fold();
    const response = await exports.default.fetch("http://localhost:8787/v1/misses", {
      headers: { Authorization: `Bearer ${site.token}`, Accept: "text/csv" },
    });
    expect(response.headers.get("Content-Type")).toContain("text/csv");
    const [names, row] = (await response.text()).split("\r\n");
    expect(names).toMatch(/^host,path,/);
    expect(row).toContain(`${site.host},/x,false,open,2,2,0,0,`);
    expect(row).toContain(",'=cmd.example,");
  });
});

describe("[31.9] suggestions", () => {
  it("come from records and from the sitemap, and never lead to the missed path itself", async () => {
    await site.createRedirect("/old/prices-2025", { destination: "https://new.example/pricing" });
    await twice("/Old/Prices-2025.html", "/team/jobs.php5x", "/shop/Red-Shoes/", "/only/here");
    await fold();
    await suggestNow();
    const suggestionOf = async (path: string) =>
      (await list()).find((row: { path: string }) => row.path === path)?.suggestions;
    expect(await suggestionOf("/Old/Prices-2025.html")).toMatchObject([
      { destination: "https://new.example/pricing", score: 0.98, reason: "spelling" },
    ]);
    expect(await suggestionOf("/shop/Red-Shoes")).toEqual([]);
    const put = await exports.default.fetch(`http://localhost:8787/v1/sitemaps/${site.host}`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${site.token}`, "Content-Type": "application/xml" },
      body: `<urlset><url><loc>https://new.example/sale/red_shoes?a=1&amp;b=2</loc></url>
        <url><loc>http://${site.host}/only/here</loc></url></urlset>`,
    });
    expect(await put.json()).toMatchObject({ host: site.host, urls: 2 });
    await suggestNow();
    expect(await suggestionOf("/shop/Red-Shoes")).toMatchObject([
      { destination: "https://new.example/sale/red_shoes?a=1&b=2", reason: "page" },
    ]);
    expect(await suggestionOf("/only/here")).toEqual([]);
    expect(requireOk(await site.call("GET", "/sitemaps")).body.data).toMatchObject([
      { host: site.host, urls: 2 },
    ]);
    requireOk(await site.call("DELETE", `/sitemaps/${site.host}`));
    expect((await site.call("DELETE", `/sitemaps/${site.host}`)).status).toBe(404);
    await suggestNow();
    expect(await suggestionOf("/shop/Red-Shoes")).toEqual([]);
  });
});

describe("[31.8] a record that answers many paths", () => {
  const review = () => reviewMissesOfHosts(jobRun(env, Date.now()), 2);
  const openPaths = async () => pathsOf(await list("?filter[state]=open")).toSorted();

  it("resolves the missed paths that it answers, in steps, and no others", async () => {
    await twice("/blog/a", "/blog/b/c", "/blogs", "/p/1/x", "/p/1", "/go/deep", "/Blog", "/shut/a", "/left");
    await fold();
    await site.createRedirect("/blog/*");
    await site.createRedirect("/p/:id/x");
    await site.createLink({ alias: "go", forward_path: true });
    await site.createRedirect("/shut/*", { starts: "2120-01-01T00:00:00Z" });
    expect(await openPaths()).toHaveLength(9);
    await review();
    expect(await openPaths()).toEqual(["/blogs", "/left", "/p/1", "/shut/a"]);
    // A record that comes while the paths are compared has them compared anew.
    const [found] = await site.createRedirect("/left/*").then(() => selectMissReviews(env.DB, 1));
    await site.createRedirect("/p/*");
    await reviewMisses(env, found!, 500, Date.now());
    expect(await selectMissReviews(env.DB, 1)).toMatchObject([{ behind: "", asked: 2 }]);
    await review();
    expect(await openPaths()).toEqual(["/blogs", "/shut/a"]);
    expect(await selectMissReviews(env.DB, 1)).toEqual([]);
  });

  it("resolves what a wildcard answers, whatever names below it are connected", async () => {
    const host = hostname(`*.${site.host}`);
    for (const name of [host, `any.${site.host}`])
      requireOk(await site.call("POST", "/host", { host: name }));
    await send(...["/a/1", "/a/1", "/b/1", "/b/1"].map((path) => missOf(path, { host })));
    await fold();
    requireOk(await site.call("POST", "/redirect", { url: `any.${site.host}/b/*` }));
    requireOk(await site.call("POST", "/redirect", { url: `${host}/a/*` }));
    await review();
    expect(await openPaths()).toEqual(["/b/1"]);
  });

  it("leaves open what only * answers, where that counts as missed", async () => {
    await twice("/a", "/b/c");
    await fold();
    requireOk(await site.call("PUT", `/host/${site.host}`, { misses: "all" }));
    await site.createRedirect("/*");
    await site.createRedirect("/b/*");
    await review();
    expect(await openPaths()).toEqual(["/a"]);
    requireOk(await site.call("PUT", `/host/${site.host}`, { misses: "unmatched" }));
    await site.createRedirect("/c/*");
    await review();
    expect(await openPaths()).toEqual([]);
  });
});

describe("[31.11] POST /misses/resolve", () => {
  const resolve = (body: object, headers?: Record<string, string>) =>
    site.call("POST", "/misses/resolve", { host: site.host, ...body }, headers);
  const stateOf = async (path: string) =>
    (await list()).find((row: { path: string }) => row.path === path)?.state;

  it("redirects to a URL, takes paths literally, and the path leaves the open ones", async () => {
    await twice("/a", "/p/:id", "/b");
    await fold();
    const { body } = requireOk(await resolve({ paths: ["/a", "/p/%3Aid"], to: "https://new.example/x" }));
    expect(body.paths).toEqual(["/a", "/p/:id"]);
    expect(body.change).toMatchObject({
      state: "applied",
      kind: "create",
      counts: { created: 2, invalid: 0 },
    });
    const rows = requireOk(await site.call("GET", `/changes/${body.change.id}/rows`)).body.data;
    expect(rows[1].source).toBe(`${site.host}/p/%3Aid`);
    expect(await stateOf("/a")).toBe("resolved");
    expect(await stateOf("/p/:id")).toBe("resolved");
    expect(await stateOf("/b")).toBe("open");
    // What is missed long after the record was made is open again.
    await send(missOf("/a", { atMs: Date.now() + 600_000 }));
    await fold();
    expect(await stateOf("/a")).toBe("open");
  });

  it("makes records gone, follows suggestions, ignores, and takes that back", async () => {
    await site.createRedirect("/new/prices", { destination: "https://new.example/pricing" });
    await twice("/a", "/New/prices.html", "/c");
    await fold();
    await suggestNow();
    requireOk(await resolve({ paths: ["/a"], to: "gone" }));
    const gone = await exports.default.fetch(new Request(`http://${site.host}/a`, { redirect: "manual" }));
    expect(gone.status).toBe(410);
    requireOk(await resolve({ paths: ["/new/PRICES.html"], to: "suggestion" }));
    const moved = await exports.default.fetch(
      new Request(`http://${site.host}/New/prices.html`, { redirect: "manual" }),
    );
    expect(moved.headers.get("Location")).toBe("https://new.example/pricing");
    requireOk(await resolve({ paths: ["/c"], to: "ignore" }));
    expect(await stateOf("/c")).toBe("ignored");
    requireOk(await resolve({ paths: ["/c"], to: "open" }));
    expect(await stateOf("/c")).toBe("open");
  });

  it("refuses what is no single missed path, by its place in the list, and then writes nothing", async () => {
    await twice("/a", "/u/jo@example.com", "/.env");
    await fold();
    const paths = ["/a", "/u/:redacted", "(other)", "(probes)", "/never", "no-path"];
    const refused = await resolve({ paths, to: "https://new.example/" });
    expectRefused(refused, "paths.1", "paths.2", "paths.3", "paths.4", "paths.5");
    expect(await stateOf("/a")).toBe("open");
    expectRefused(await resolve({ paths: ["/a"], to: "suggestion" }), "paths.0");
    expectRefused(await resolve({ paths: ["/a"], to: "javascript:alert(1)" }), "to");
    expectRefused(await resolve({ paths: [], to: "gone" }), "paths");
    const stranger = await createSite();
    expectRefused(await resolve({ host: stranger.host, paths: ["/a"], to: "gone" }), "host", "paths.0");
  });

  it("[9.21] is done once for an Idempotency-Key, and answered again with all its paths", async () => {
    const paths = ["/a", "/b", "/c", "/d", "/e", "/f", "/p/:id"];
    await twice(...paths);
    await fold();
    const body = { paths, to: "https://new.example/x" };
    const first = requireOk(await resolve(body, { "Idempotency-Key": "k" }));
    expect(first.body.paths).toEqual(paths);
    const again = requireOk(await resolve(body, { "Idempotency-Key": "k" }));
    expect(again.body).toEqual(first.body);
  });
});
