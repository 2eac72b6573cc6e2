import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { wholeOf } from "../../../src/domain/reach.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { expireChanges } from "../../../src/services/change/continue-change.ts";
import { beginApplying } from "../../../src/services/change/internal/confirmation.ts";
import { dropValues } from "../../../src/storage/change/end.ts";
import { selectChange } from "../../../src/storage/change/read.ts";
import { finishChange, work } from "../../support/change.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** The end of plans and undos, and the deletion of their values. */

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

const rowsOf = (...aliases: string[]) =>
  aliases.map((alias) => ({ host: site.host, alias, destination: "https://x.example" }));

async function plan(body: object): Promise<string> {
  return requireOk(await site.call("POST", "/changes", body)).body.id;
}

async function kept(id: string): Promise<unknown> {
  return env.DB.prepare(
    `SELECT bytes, ends_at, (SELECT count(*) FROM change_chunks WHERE change_id = ?1) AS chunks,
       (SELECT count(*) FROM change_inputs WHERE change_id = ?1) AS inputs FROM changes WHERE id = ?1`,
  )
    .bind(id)
    .first();
}

const NOTHING = { bytes: 0, ends_at: null, chunks: 0, inputs: 0 };

describe("[28.11] the rows of a change that wrote nothing", () => {
  it("are deleted after thirty days, although there is no undo", async () => {
    await work(site, await plan({ rows: rowsOf("a") }), "apply");
    const id = await plan({ mode: "upsert", rows: rowsOf("a") });
    const applied = await work(site, id, "apply");
    expect(applied).toMatchObject({ state: "applied", counts: { unchanged: 1 }, undo_until: null });
    await expireChanges(env, Date.now() + 29 * DAY_MS, 10);
    expect(await kept(id)).toMatchObject({ chunks: 1 });
    await expireChanges(env, Date.now() + 31 * DAY_MS, 10);
    expect(await kept(id)).toEqual(NOTHING);
  });
});

it("[28.9] a plan is not begun once its time is up, although cron has not ended it yet", async () => {
  const planned = await selectChange(env.DB, wholeOf(site.id), await plan({ rows: rowsOf("a") }));
  const caller = { workspace: site, user: { id: site.userId } };
  const begunAt = (nowMs: number) =>
    beginApplying({ env, caller, channel: "dashboard", nowMs } as never, planned!);
  expect([await begunAt(Date.now() + 3 * HOUR_MS), await begunAt(Date.now() + HOUR_MS)]).toEqual([
    false,
    true,
  ]);
});

describe("[28.9] a change that needs more than 500 MB alone", () => {
  it("takes up no space from the moment that it fails", async () => {
    const { id } = requireOk(await site.call("POST", "/changes", { mode: "create", upload: true })).body;
    const headers = { "Content-Type": "application/x-ndjson" };
    const text = JSON.stringify(rowsOf("a")[0]);
    requireOk(await site.call("PUT", `/changes/${id}/parts/1`, text, headers));
    await env.DB.prepare("UPDATE changes SET bytes = 6e8 WHERE id = ?1").bind(id).run();
    requireOk(await site.call("POST", `/changes/${id}/plan`));
    expect((await finishChange(site, id)).state).toBe("failed");
    await expireChanges(env, Date.now(), 10);
    expect(await kept(id)).toEqual(NOTHING);
  });
});

describe("[28.11] values of a change", () => {
  it("are deleted in steps, with all parts of an upload", async () => {
    const { id } = requireOk(await site.call("POST", "/changes", { mode: "create", upload: true })).body;
    await env.DB.prepare(
      `INSERT INTO change_inputs (change_id, part, block, lines, body)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 149)
       SELECT ?1, 1, i, 1, x'00' FROM n`,
    )
      .bind(id)
      .run();
    requireOk(await site.call("POST", `/changes/${id}/stop`));
    const ended = () => dropValues(env, id, Date.now());
    expect([await ended(), await ended(), await ended()]).toEqual([false, true, false]);
    expect(await kept(id)).toEqual(NOTHING);
  });

  it("stay while the undo runs that was begun before cron", async () => {
    const id = await plan({ rows: rowsOf("a") });
    await work(site, id, "apply");
    const endedMs = Date.now() + 31 * DAY_MS;
    await env.DB.prepare("UPDATE changes SET state = 'undoing', done = 0 WHERE id = ?1").bind(id).run();
    expect(await dropValues(env, id, endedMs)).toBe(false);
    expect(await finishChange(site, id)).toMatchObject({ state: "undone" });
  });

  it("stay when the undo has been prolonged since", async () => {
    const id = await plan({ rows: rowsOf("a") });
    await work(site, id, "apply");
    expect(await dropValues(env, id, Date.now())).toBe(false);
    expect(await work(site, id, "undo")).toMatchObject({ state: "undone", undo_conflicts: 0 });
  });
});
