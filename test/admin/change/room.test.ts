import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { HOUR_MS } from "../../../src/domain/time.ts";
import { continueChange } from "../../../src/services/change/continue-change.ts";
import { work } from "../../support/change.ts";
import { createSite, requireOk } from "../../support/site.ts";

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
    expect.stringContaining(`signpost apply ${waiting.id} --drop-undo`),
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
