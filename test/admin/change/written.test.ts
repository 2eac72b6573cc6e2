import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { continueChange } from "../../../src/services/change/continue-change.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** What `counts` and `planned` of a change are in each state (contract 28.5). */

/** More than a request writes, in four chunks. */
const RECORDS = 900;

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

async function post(path: string, body?: object): Promise<Body> {
  return requireOk(await site.call("POST", `/changes${path}`, body)).body;
}

async function get(path: string): Promise<Body> {
  return requireOk(await site.call("GET", path)).body;
}

const NONE = { created: 0, changed: 0, deleted: 0, unchanged: 0, invalid: 0, conflicts: 0 };

/** The records that have what the change writes. */
async function countWritten(): Promise<number> {
  const row = await env.DB.prepare(
    "SELECT count(*) AS written FROM records WHERE workspace_id = ?1 AND title = 'Set'",
  )
    .bind(site.id)
    .first<{ written: number }>();
  return row?.written ?? 0;
}

describe("[28.5] the counts of a change whose runs die", () => {
  it("are what is written, from its first chunk to its stop and its undo", async () => {
    await seedRecords(site.id, { host: site.host, count: RECORDS });
    const plan = await post("", { filter: { host: site.host }, set: { title: "Set" } });
    const planned = { ...NONE, changed: RECORDS };
    expect(plan).toMatchObject({ state: "planned", total: RECORDS, counts: planned, planned });
    // One record of each of the first chunks no longer fits.
    const { data: first } = await get(`/changes/${plan.id}/rows?per_page=1`);
    requireOk(await site.call("PUT", `/link/${first[0].id}`, { title: "Mine" }));
    expect(await post(`/${plan.id}/apply`)).toMatchObject({ state: "applying", counts: NONE, planned });
    const seen = new Set<number>();
    let nowMs = Date.now();
    for (let run = 0; seen.size < 4; run++) {
      expect(run).toBeLessThan(60);
      nowMs += 120_000;
      const dying = dyingDatabase(12 + run, run % 2 === 0);
      await continueChange(dying.env, site.id, plan.id, nowMs, () => nowMs).catch(() => {});
      const { state, counts, planned: kept, total } = await get(`/changes/${plan.id}`);
      const changed = await countWritten();
      expect([state, kept, total]).toEqual(["applying", planned, RECORDS]);
      expect(counts).toEqual({ ...NONE, changed, conflicts: changed > 0 ? 1 : 0 });
      seen.add(changed);
      if (changed > 250) break;
    }
    const changed = await countWritten();
    expect(changed % 250).toBe(249);
    const counts = { ...NONE, changed, conflicts: 1 };
    const stopped = await post(`/${plan.id}/stop`);
    expect(stopped).toMatchObject({ state: "stopped", total: RECORDS, counts, planned });
    expect((await get("/changes")).data[0]).toMatchObject({ id: plan.id, counts, planned });

    const listed = await get(`/changes/${plan.id}/rows?per_page=1000&filter[result]=changed`);
    expect(listed.data).toHaveLength(changed);
    const all = await get(`/changes/${plan.id}/rows?per_page=1000`);
    const left = all.data.filter(({ reasons }: Body) => reasons?.row?.[0] === "was not written");
    expect([all.data.length, left.length]).toEqual([RECORDS, RECORDS - changed - 1]);

    expect(await post(`/${plan.id}/undo`)).toMatchObject({ counts, planned });
    while ((await get(`/changes/${plan.id}`)).state !== "undone") {
      nowMs += 120_000;
      await continueChange(env, site.id, plan.id, nowMs, () => nowMs);
    }
    expect(await countWritten()).toBe(0);
    expect(await get(`/changes/${plan.id}`)).toMatchObject({ counts, planned, undo_conflicts: 0 });
  });

  it("are nothing before the first chunk, and then there is nothing to undo", async () => {
    await seedRecords(site.id, { host: site.host, count: RECORDS });
    const plan = await post("", { filter: { host: site.host }, set: { title: "Set" } });
    await post(`/${plan.id}/apply`);
    const stopped = await post(`/${plan.id}/stop`);
    expect(stopped).toMatchObject({ state: "stopped", counts: NONE, undo_until: null });
    expect(stopped.planned.changed).toBe(RECORDS);
    expect((await site.call("POST", `/changes/${plan.id}/undo`)).status).toBe(409);
  });
});

describe("[28.5] the counts of a change", () => {
  it("are what is written where records no longer fit, and `planned` keeps the plan", async () => {
    const one = await site.createLink({ alias: "one" });
    const two = await site.createLink({ alias: "two" });
    const rows = [
      { host: site.host, alias: "one", destination: "https://x.example/" },
      { host: site.host, alias: "new", destination: "https://x.example/" },
      { host: site.host, alias: "no way", destination: "https://x.example/" },
    ];
    const plan = await post("", { mode: "upsert", rows });
    const planned = { ...NONE, created: 1, changed: 1, invalid: 1 };
    expect(plan).toMatchObject({ total: 3, counts: planned, planned });
    requireOk(await site.call("PUT", `/link/${one.id}`, { title: "Mine" }));
    const counts = { ...planned, changed: 0, conflicts: 1 };
    expect(await post(`/${plan.id}/apply`)).toMatchObject({ state: "applied", total: 3, counts, planned });
    expect(await post(`/${plan.id}/undo`)).toMatchObject({ state: "undone", total: 3, counts, planned });

    const deletion = await post("", { ids: [two.id], delete: true });
    const deleted = { ...NONE, deleted: 1 };
    expect(await post(`/${deletion.id}/apply`)).toMatchObject({ counts: deleted, planned: deleted });
  });

  it("are what an import has written", async () => {
    const row = { host: site.host, alias: "a", destination: "https://x.example/" };
    const { change } = requireOk(await site.call("POST", "/bulk/import", { rows: [row] })).body;
    const created = { ...NONE, created: 1 };
    expect(await get(`/changes/${change}`)).toMatchObject({ total: 1, counts: created, planned: created });
  });

  it.each(["expired", "failed"])("say that nothing of a plan is written that is %s", async (state) => {
    const link = await site.createLink({ alias: "a" });
    const plan = await post("", { ids: [link.id], set: { title: "Set" } });
    await env.DB.prepare("UPDATE changes SET state = ?2 WHERE id = ?1").bind(plan.id, state).run();
    const planned = { ...NONE, changed: 1 };
    expect(await get(`/changes/${plan.id}`)).toMatchObject({ state, total: 1, counts: NONE, planned });
  });

  it("say so of a plan that cron has not ended yet", async () => {
    const link = await site.createLink({ alias: "a" });
    const plan = await post("", { ids: [link.id], set: { title: "Set" } });
    await env.DB.prepare("UPDATE changes SET ends_at = 1 WHERE id = ?1").bind(plan.id).run();
    expect(await get(`/changes/${plan.id}`)).toMatchObject({ state: "expired", total: 1, counts: NONE });
  });
});
