import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/domain/time.ts";
import { continueChange } from "../../../src/services/change/continue-change.ts";
import { work } from "../../support/change.ts";
import {
  createSite,
  expectRefused,
  recordCounts,
  requireOk,
  type RecordBody,
  type Site,
} from "../../support/site.ts";

it("[28.9, 28.17] a change that applies itself tells what it waits for, is applied by who agrees, and else fails", async () => {
  const site = await createSite();
  await site.createLink({ alias: "a", tags: ["old"] });
  const edit = { filter: { host: site.host }, set: { title: "t" } };
  const { id: kept } = requireOk(await site.call("POST", "/changes", edit)).body;
  await work(site, kept, "apply");
  await env.DB.prepare("UPDATE changes SET bytes = 500000000 WHERE id = ?1").bind(kept).run();
  const rename = async (from: string, name: string) =>
    requireOk(await site.call("PUT", `/tags/${from}`, { name })).body;

  const waiting = await rename("old", "new");
  expect(waiting).toMatchObject({ state: "planned", confirm: { drop_undo: [kept] } });
  expect(waiting.warnings).toEqual([
    expect.stringContaining(kept),
    expect.stringContaining(`signpost apply ${waiting.id}`),
  ]);
  const nowMs = Date.now() + HOUR_MS + 1;
  await continueChange(env, site.id, waiting.id, nowMs, () => nowMs);
  const failed = requireOk(await site.call("GET", `/changes/${waiting.id}`)).body;
  expect(failed).toMatchObject({ state: "failed", confirm: null });
  expect(failed.warnings.at(-1)).toMatch(/no confirmation to drop older undos.*make it again/);
  expect(failed.warnings[0]).toContain(kept);

  const again = await rename("old", "new");
  expect(await work(site, again.id, "apply", again.confirm)).toMatchObject({ state: "applied" });
  expect((await site.call("POST", `/changes/${kept}/undo`)).status).toBe(409);
});

it("[28.9] a plan that needs no room ends no undo", async () => {
  const site = await createSite();
  await site.createLink({ alias: "a" });
  const plan = async (title: string) =>
    requireOk(await site.call("POST", "/changes", { filter: { host: site.host }, set: { title } })).body;
  const { id: kept } = await plan("one");
  await work(site, kept, "apply");
  const { id } = await plan("two");
  const apply = (body: object, key: string) =>
    site.call("POST", `/changes/${id}/apply`, body, { "Idempotency-Key": key });
  expectRefused(await apply({ drop_undo: [kept] }, "with"), "drop_undo");
  const { undo_until: until } = requireOk(await site.call("GET", `/changes/${kept}`)).body;
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + HOUR_MS);
  const applied = requireOk(await apply({}, "without")).body;
  expect(requireOk(await apply({}, "without")).body).toEqual(applied);
});

describe("[28.12] a mirror at the plan's limit of 50 records", () => {
  const rowsOf = ({ host }: Site, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({
      url: `${host}/${from + index}`,
      destination: `https://example.com/${from + index}`,
    }));

  async function mirror(site: Site, rows: object[]): Promise<RecordBody> {
    const body = { mode: "mirror", owner: "file", rows };
    return requireOk(await site.call("POST", "/changes", body)).body;
  }

  it("creates records once it has deleted others, and its undo does the same", async () => {
    const site = await createSite("free");
    await work(site, (await mirror(site, rowsOf(site, 0, 50))).id, "apply");
    const renamed = await mirror(site, rowsOf(site, 10, 60));
    expect(renamed).toMatchObject({ confirm: null, counts: { created: 10, deleted: 10, unchanged: 40 } });
    const applied = await work(site, renamed.id, "apply");
    expect(applied.counts).toMatchObject({ created: 10, deleted: 10, conflicts: 0 });
    expect(await work(site, renamed.id, "undo")).toMatchObject({ state: "undone", undo_conflicts: 0 });
    expect((await mirror(site, rowsOf(site, 0, 50))).counts).toMatchObject({ unchanged: 50, deleted: 0 });
  });

  it("creates no loop through records that it deletes", async () => {
    const site = await createSite("free");
    const row = (from: string, to: string) => ({ url: `${site.host}/${from}`, destination: to });
    const inside = (path: string) => `https://${site.host}/${path}`;
    const outside = "https://example.com";
    const filler = rowsOf(site, 0, 48);
    const before = [...filler, row("p/*", inside("a")), row("a", outside)];
    await work(site, (await mirror(site, before)).id, "apply");
    const planned = await mirror(site, [...filler, row("a", inside("p/x")), row("p/x", outside)]);
    expect(planned.counts).toMatchObject({ created: 1, changed: 1, deleted: 1, invalid: 0 });
    expect((await work(site, planned.id, "apply")).counts).toMatchObject({ conflicts: 0 });
    expect(await work(site, planned.id, "undo")).toMatchObject({ undo_conflicts: 0 });
  });

  it("is confirmed if there is no room for all that it creates", async () => {
    const site = await createSite("free");
    await work(site, (await mirror(site, rowsOf(site, 0, 50))).id, "apply");
    const larger = await mirror(site, rowsOf(site, 10, 70));
    expect(larger).toMatchObject({ confirm: { deletes: 10 }, counts: { created: 20, deleted: 10 } });
    expect(larger.warnings).toEqual([expect.stringContaining("The mirror creates more records than")]);
    expectRefused(await site.call("POST", `/changes/${larger.id}/apply`), "deletes");
    const applied = await work(site, larger.id, "apply", larger.confirm);
    expect(applied.counts).toMatchObject({ created: 10, deleted: 10, conflicts: 10 });
    expect(await recordCounts(site.id)).toEqual({ kept: 50, counted: 50 });
  });
});
