import { expect, it } from "vitest";
import type { SlotName } from "../../../src/domain/slot.ts";
import { readSnapshots } from "../../../src/storage/snapshot/read.ts";
import { hostname } from "../../support/hostname.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { createSite } from "../../support/site.ts";

/** docs/scaling.md tells the figures. */

it("[21.2] a visit that the database answers takes three statements and reads at most 60 rows of 20,000 records", async () => {
  const site = await createSite();
  await seedRecords(site.id, { host: site.host, count: 20_000 });
  const { env, rows } = meterDatabase();
  await readSnapshots(env.DB, [hostname(site.host)], ["p/nothing" as SlotName], () => Promise.resolve([]));
  console.log(`a visit of an unknown alias: ${rows.statements} statements, ${rows.read} rows read`);
  expect(rows).toMatchObject({ statements: 3, written: 0 });
  expect(rows.read).toBeLessThanOrEqual(60);
});
