import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { foldMisses } from "../../../src/jobs/fold-misses.ts";
import { selectMisses } from "../../../src/storage/miss/read.ts";
import { messageOf, store } from "../../support/click.ts";
import { missOn } from "../../support/miss.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createSite, requireOk } from "../../support/site.ts";
import { jobRun } from "../../support/job-run.ts";

it("[31.8] GET /misses finds the probes behind any number of paths, in few rows", async () => {
  const site = await createSite();
  await store([messageOf(missOn(site.host, "/.git/config"))]);
  await foldMisses(jobRun(env, Date.now()));
  await env.DB.prepare(
    `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1300)
     INSERT INTO misses
     SELECT workspace_id, host, 'p/' || value, 0, '/' || value, 'open', 0, 9, 0, 0, 9, first_at, last_at + 9,
       oldest_day, referrers, days, NULL, NULL
     FROM misses CROSS JOIN n WHERE workspace_id = ?1 AND slot = '(probes)'`,
  )
    .bind(site.id)
    .run();
  for (const query of ["", "&sort=-last_at", `&filter[host]=${site.host}`]) {
    const { body } = requireOk(await site.call("GET", `/misses?filter[kind]=probes${query}`));
    expect(body.data).toMatchObject([{ host: site.host, path: "(probes)" }]);
  }
  const metered = meterDatabase();
  const page = { sort: "-visits", kind: "probes", after: null, isBackward: false, limit: 100 } as const;
  await selectMisses(metered.env.DB, { workspaceId: site.id, hosts: null, tags: null }, page);
  expect(metered.rows.read).toBeLessThanOrEqual(10);
});
