import { beforeAll, expect, it } from "vitest";
import type { Sort } from "../../src/domain/record-filter.ts";
import { countRecords } from "../../src/services/record/counts.ts";
import { listRecords } from "../../src/services/record/list-records.ts";
import { getRecord } from "../../src/services/record/records.ts";
import { contextOf } from "../support/large-site.ts";
import { requireDone } from "../support/require-done.ts";
import { meterDatabase } from "../support/rows-read.ts";
import { seedRecords } from "../support/seed-records.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

/** What lists of a caller with tags cost, in rows that the database reads. */

const RECORDS = 20_000;
const RARE_EVERY = 500;
const BY_CLICKS: Sort = { field: "total_clicks", isDescending: true };

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.call("POST", "/host", { host: "go.example.com" });
  await seedRecords(workspace.id, { host: "go.example.com", count: RECORDS, rareEvery: RARE_EVERY });
});

function limitedTo(tags: string[]) {
  const database = meterDatabase();
  const context = contextOf(workspace, database.env);
  const reach = { ...context.caller.reach, tags };
  return { database, context: { ...context, caller: { ...context.caller, reach } } };
}

it.each([
  ["a folder of all records", ["All", "rare"], { field: "id", isDescending: true }],
  ["a small folder", ["rare"], { field: "id", isDescending: false }],
  ["a small folder by clicks", ["rare"], BY_CLICKS],
] as const)("[27.19] a page of %s reads no more rows than a page may", async (_, tags, sort) => {
  const { database, context } = limitedTo([...tags]);
  const request = { filter: {}, sort, perPage: 100, cursor: undefined };
  const { items } = requireDone(await listRecords(context, request));
  expect(items).toHaveLength(Math.min(100, tags[0] === "rare" ? RECORDS / RARE_EVERY : RECORDS));
  expect(database.rows.read).toBeLessThanOrEqual(2_500);
});

it("[27.19] a folder with more records is not sorted by clicks", async () => {
  const { database, context } = limitedTo(["all"]);
  const result = await listRecords(context, {
    filter: {},
    sort: BY_CLICKS,
    perPage: 100,
    cursor: undefined,
  });
  expect(result).toMatchObject({ ok: false, error: { code: "invalid" } });
  expect(database.rows.read).toBeLessThanOrEqual(100);
});

it("counts a small folder, and finds one record of it, without reading the others", async () => {
  const { database, context } = limitedTo(["rare"]);
  const { tally } = requireDone(await countRecords(context, {}));
  expect(tally.total).toBe(RECORDS / RARE_EVERY);
  expect(database.rows.read).toBeLessThanOrEqual(500);
  const list = { filter: {}, sort: BY_CLICKS, perPage: 1, cursor: undefined };
  const [first] = requireDone(await listRecords(context, list)).items;
  const single = limitedTo(["rare"]);
  requireDone(await getRecord(single.context, first!.record.id));
  expect(single.database.rows.read).toBeLessThanOrEqual(10);
});
