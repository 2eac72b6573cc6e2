import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "../../../src/domain/time.ts";
import { suggestForMisses } from "../../../src/jobs/suggest-for-misses.ts";
import { missTwice } from "../../support/miss.ts";
import { connectHost, createSite, requireOk, type Site } from "../../support/site.ts";
import { jobRun } from "../../support/job-run.ts";

/** Suggestions for hostnames that wait for them at the same time. */

let site: Site;
let first: string;
let last: string;

beforeEach(async () => {
  await env.DB.batch(["miss_batches", "misses"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  site = await createSite();
  [first = "", last = ""] = [site.host, await connectHost(site)].toSorted();
  for (const host of [first, last]) await missTwice(host, "/a");
});

const run = (clock: () => number) =>
  suggestForMisses(jobRun(env, Math.ceil(Date.now() / 300_000) * 300_000, clock));

async function hasSuggestions(host: string): Promise<boolean> {
  const { data } = requireOk(await site.call("GET", `/misses?filter[host]=${host}`)).body;
  return data[0].suggestions !== null;
}

describe("[31.9] suggestions for a hostname", () => {
  it("come though others have new paths in each run, which take all of its time", async () => {
    for (let runs = 0; !(await hasSuggestions(last)); runs++) {
      expect(runs).toBeLessThan(100);
      // The run has time for one hostname.
      let asked = 0;
      await run(() => (asked++ < 2 ? 0 : MINUTE_MS));
      await env.DB.prepare("UPDATE misses SET suggested_at = NULL, suggestions = NULL WHERE host = ?1")
        .bind(first)
        .run();
    }
  });

  it("come though those for others fail", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await env.DB.prepare("INSERT INTO sitemap_parts VALUES (?1, ?2, 1, x'00')").bind(site.id, first).run();
    await run(Date.now);
    expect([await hasSuggestions(first), await hasSuggestions(last)]).toEqual([false, true]);
    expect(warn.mock.calls.join()).toContain("suggestions_not_made");
  });
});
