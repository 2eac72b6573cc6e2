import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { listActivity } from "../../../src/services/activity/list-activity.ts";
import type { ServiceContext } from "../../../src/services/context.ts";
import { requireDone } from "../../support/require-done.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createSite, type Site } from "../../support/site.ts";

/** What reading the activity costs, in rows that the database reads. */

const ENTRIES = 30_000;
const WINDOW = 5_000;

let site: Site;

beforeAll(async () => {
  site = await createSite();
  // Each second has one, and each thousandth is about a member.
  await env.DB.prepare(
    `INSERT INTO activity (workspace_id, id, kind, action, subject, name, host, fields, actor_id, actor_name, token_id, source)
     WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < ?2 - 1)
     SELECT ?1, substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7000-8000-000000000000', iif(n % 10000 = 0, 'member', 'record'),
       'created', n, 'x', 'x.example', NULL, 'ada', 'Ada', NULL, 'api'
     FROM (SELECT n, printf('%012x', 1700000000000 + 1000 * n) AS hex FROM counted)`,
  )
    .bind(site.id, ENTRIES)
    .run();
});

function read(filter: Parameters<typeof listActivity>[1]["filter"], cursor?: string, perPage = 50) {
  const metered = meterDatabase();
  const caller = {
    workspace: { id: site.id, plan: "enterprise" },
    role: "owner",
    reach: { workspaceId: site.id, hosts: null },
  };
  const ctx = { env: metered.env, caller } as unknown as ServiceContext;
  return { metered, page: listActivity(ctx, { perPage, cursor, filter }) };
}

it("[36.4] a page reads at most 5,000 entries, and says where it stopped if few of them fit", async () => {
  const subjects: string[] = [];
  let cursor: string | undefined;
  let calls = 0;
  do {
    const { metered, page } = read({ kinds: ["member"] }, cursor);
    const { items, cursor: links } = requireDone(await page);
    expect(metered.rows.most).toBeLessThanOrEqual(2 * WINDOW + 300);
    subjects.push(...items.map(({ subject }) => subject));
    cursor = links.next ?? undefined;
    calls++;
  } while (cursor !== undefined);
  expect(subjects).toEqual(["20000", "10000", "0"]);
  expect(calls).toBe(ENTRIES / WINDOW + 1);
});

it("[36.4] a period is read from the index, wherever in the history it is", async () => {
  const afterMs = 1_700_000_000_000 + 1_000 * 1_000;
  const { metered, page } = read({ afterMs, beforeMs: afterMs + 10_000 });
  expect(requireDone(await page).items.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 10 }, (_, n) => String(1_009 - n)),
  );
  expect(metered.rows.most).toBeLessThanOrEqual(100);
});
