import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { DAY_MS } from "../../../src/domain/time.ts";
import { foldClicks } from "../../../src/jobs/fold-clicks.ts";
import { chunk } from "../../../src/runtime/chunk.ts";
import { clickOn, daysOf, messageOf, store, totalOf } from "../../support/click.ts";
import { jobRun } from "../../support/job-run.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { createSite } from "../../support/site.ts";

it("[8.12] a folder adds in several batches what is too large for one: sheets, or messages", async () => {
  const site = await createSite();
  await seedRecords(site.id, { host: site.host, count: 400 });
  const ids = (await site.call("GET", "/links?per_page=1000")).body.data.map(
    (link: { id: string }) => link.id,
  );
  const day = Math.floor(Date.now() / DAY_MS);
  const values = Object.fromEntries(Array.from({ length: 55 }, (_, n) => [`${n}-${"x".repeat(1_000)}`, 1]));
  await env.DB.prepare(
    `INSERT INTO click_sheets (scope_id, day, workspace_id, clicks, bots, stamp, body)
     SELECT value, ?2, ?3, 55, 0, 'large', ?4 FROM json_each(?1)`,
  )
    .bind(
      JSON.stringify(ids),
      day,
      site.id,
      JSON.stringify({ h: { "0": [55, 0] }, v: { destination: values } }),
    )
    .run();
  const before = ids.length * 55;
  const totalBefore = (await totalOf(ids[0]))!;
  for (const some of chunk(ids as string[], 25)) await store([messageOf(...some.map((one) => clickOn(one)))]);
  const seen = meterDatabase();
  const batch = vi.spyOn(seen.env.DB, "batch");
  await foldClicks(jobRun(seen.env, Date.now()));
  expect(batch.mock.calls.length).toBeGreaterThan(1);
  const { results } = await env.DB.prepare(
    "SELECT clicks FROM click_sheets WHERE workspace_id = ?1 AND scope_id <> ?1",
  )
    .bind(site.id)
    .all<{ clicks: number }>();
  expect(results.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(before + ids.length);
  expect(await daysOf(site.id)).toEqual([[day, ids.length, 0]]);
  const referrer = { ["y".repeat(1_000_000)]: 1 };
  const megabyte = { days: { [day]: { h: { "1": [1, 0] }, v: { referrer } } } };
  const body = JSON.stringify({ v: 1, of: { [site.id]: { [ids[0]]: megabyte } } });
  for (let n = 0; n < 20; n++)
    await env.DB.prepare("INSERT INTO click_batches (id, body) VALUES (?1, ?2)").bind(`zz-${n}`, body).run();
  batch.mockClear();
  await foldClicks(jobRun(seen.env, Date.now()));
  expect(batch.mock.calls.length).toBe(3);
  expect(await totalOf(ids[0])).toBe(totalBefore + 21);
});
