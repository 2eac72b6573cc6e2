import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { expireChanges } from "../../../src/services/change/continue-change.ts";
import { work } from "../../support/change.ts";
import { createSite, requireOk, type RecordBody, type Site } from "../../support/site.ts";

/** Imports that several calls with one `import_id` write. */

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

async function importOne(alias: string): Promise<string> {
  const rows = [{ host: site.host, alias, destination: "https://x.example" }];
  return requireOk(await site.call("POST", "/bulk/import", { import_id: "nightly", rows })).body.change;
}

async function links(): Promise<RecordBody[]> {
  return requireOk(await site.call("GET", "/link")).body.data;
}

const aliases = async () => (await links()).map(({ alias }) => alias);

const endUndo = (id: string) => env.DB.prepare("UPDATE changes SET ends_at = 1 WHERE id = ?1").bind(id).run();

describe("[28.15] calls with one import id", () => {
  it.each([
    { when: "whose values are deleted", isDropped: true },
    { when: "whose values cron has not deleted yet", isDropped: false },
  ])("begin another change after the undo of a change $when", async ({ isDropped }) => {
    const first = await importOne("a");
    await endUndo(first);
    if (isDropped) await expireChanges(env, Date.now(), 10);
    const second = await importOne("b");
    expect(second).not.toBe(first);
    expect(await work(site, second, "undo")).toMatchObject({ state: "undone", undo_conflicts: 0 });
    expect(await aliases()).toEqual(["a"]);
  });

  it("are one change although they come at the same time", async () => {
    const [first = "", ...others] = await Promise.all(["a", "b", "c", "d"].map(importOne));
    expect(others).toEqual([first, first, first]);
    expect(await work(site, first, "undo")).toMatchObject({ state: "undone", undo_conflicts: 0 });
    expect(await aliases()).toEqual([]);
  });
});

describe("[28.15] a call that is sent again with its key", () => {
  const rows = () => [{ host: site.host, alias: "a", destination: "https://x.example" }];
  const send = async (): Promise<string> =>
    requireOk(await site.call("POST", "/bulk/import", { rows: rows() }, { "Idempotency-Key": site.id })).body
      .change;
  const setKey = (values: string) =>
    env.DB.prepare(`UPDATE idempotency_keys SET ${values} WHERE key = ?1`).bind(site.id).run();

  it("names the change of its first run, which died when all rows were written", async () => {
    const first = await send();
    await setKey("result = NULL, started_at = 0");
    expect(await send()).toBe(first);
    expect(await work(site, first, "undo")).toMatchObject({ state: "undone", undo_conflicts: 0 });
    expect(await aliases()).toEqual([]);
  });

  it("begins another change when the key has ended", async () => {
    const first = await send();
    requireOk(await site.call("DELETE", `/link/${(await links())[0]?.id}`));
    await setKey("created_at = 0");
    expect(await send()).not.toBe(first);
  });
});
