import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { wholeOf } from "../../../src/domain/reach.ts";
import { bringBack, selectAside, setAside } from "../../../src/storage/record/aside.ts";
import { selectStoredRecords } from "../../../src/storage/record/read.ts";
import { deleteRecordRows, insertRecords } from "../../../src/storage/record/write.ts";
import { clicksOn, daysOf, deliver, fold, messageOf, store, totalOf } from "../../support/click.ts";
import { work } from "../../support/change.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** Clicks that are added while a record is set aside, or while it is on its way there and back. */

let site: Site;
let id: string;

beforeEach(async () => {
  site = await createSite();
  id = (await site.createLink({ destination: "https://example.com" })).id;
});

const sheetOf = async (scopeId: string) =>
  (await daysOf(scopeId)).reduce((sum, [, clicks]) => sum + clicks, 0);

it("[28.11, 8.6] clicks on a record that a change deletes come back with it, however late they are counted", async () => {
  await store([messageOf(...clicksOn(id, 2))]);
  const { id: change } = requireOk(await site.call("POST", "/changes", { ids: [id], delete: true })).body;
  await work(site, change, "apply");
  await fold();
  await deliver([messageOf(...clicksOn(id, 3))]);
  await work(site, change, "undo");
  expect([await totalOf(id), await sheetOf(id), await sheetOf(site.id)]).toEqual([5, 5, 5]);
});

it("[28.11, 8.6] clicks that are counted between a read and its commit are kept", async () => {
  const { DB } = env;
  const [standing] = await selectStoredRecords(DB, wholeOf(site.id), [id]);
  await deliver([messageOf(...clicksOn(id, 2))]);
  await DB.batch([
    ...setAside(DB, "change", [standing!]),
    ...deleteRecordRows(DB, site.id, [standing!.record]),
  ]);
  const aside = await selectAside(DB, "change", [id]);
  await deliver([messageOf(...clicksOn(id, 3))]);
  await DB.batch([...insertRecords(DB, site.id, [...aside.values()], null), ...bringBack(DB, [id])]);
  expect(await totalOf(id)).toBe(5);
});

it("[28.11] clicks on a record that is set aside no longer count once the undo has ended", async () => {
  const { id: change } = requireOk(await site.call("POST", "/changes", { ids: [id], delete: true })).body;
  await work(site, change, "apply");
  await store([messageOf(...clicksOn(id, 3))]);
  await env.DB.prepare("DELETE FROM records_aside WHERE id = ?1").bind(id).run();
  await fold();
  expect([await sheetOf(id), await sheetOf(site.id)]).toEqual([0, 3]);
});
