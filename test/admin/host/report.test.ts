import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { foldMissesAndForget } from "../../../src/jobs/fold-misses.ts";
import { messageOf, store } from "../../support/click.ts";
import { addToken, createSite, requireOk, type Site } from "../../support/site.ts";

const DAY_MS = 86_400_000;

let site: Site;

beforeEach(async () => {
  site = await createSite();
  await env.DB.batch(
    ["miss_batches", "misses", "miss_days"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

const report = async () => requireOk(await site.call("GET", `/host/${site.host}/report`)).body;

async function page(token = site.token): Promise<Response> {
  return exports.default.fetch(`http://localhost:8787/v1/host/${site.host}/report`, {
    headers: { Authorization: `Bearer ${token}`, Accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
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
  await foldMissesAndForget(env, Date.now(), Date.now);
}

describe("[31.13] GET /host/{host}/report", () => {
  it("tells of nothing where nothing is wrong", async () => {
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

  it("tells of chains, dead targets, records without visits and missed paths", async () => {
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

  it("is for those who may see the hostname", async () => {
    const stranger = await createSite();
    expect((await stranger.call("GET", `/host/${site.host}/report`)).status).toBe(404);
    expect((await page(await addToken(site.id, { role: "viewer" }))).status).toBe(200);
  });
});

it("[31.14] the report is also a page: no script runs, its policy lets its own style through alone", async () => {
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
