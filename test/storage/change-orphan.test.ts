import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { expireChanges } from "../../src/services/change/continue-change.ts";
import { deleteWorkspace } from "../../src/services/operator/delete-workspace.ts";
import { storeChunks } from "../../src/storage/change/chunk.ts";
import { createSite, requireOk } from "../support/site.ts";

const NO_ROW = {
  handler: "short-url",
  place: null,
  line: null,
  result: "unchanged",
  version: 1,
  before: null,
  after: null,
} as const;

it("[25.3] deletes the values of a deleted workspace's changes from the bucket, and its keys of calls", async () => {
  const CHANGES = (env as unknown as { TEST_BACKUPS: R2Bucket }).TEST_BACKUPS;
  const site = await createSite();
  const kept = await createSite();
  const ids = [];
  for (const { call, createLink } of [site, kept]) {
    const link = await createLink();
    const body = { ids: [link.id], set: { title: "t" } };
    const { id } = requireOk(
      await call("POST", "/changes", body, { "Idempotency-Key": `key ${link.id}` }),
    ).body;
    ids.push(id as string);
    for (const n of [0, 1]) {
      await storeChunks({ DB: env.DB, CHANGES }, { id, lease: null }, n, [{ ...NO_ROW, id: link.id }]);
    }
    await env.DB.prepare("UPDATE changes SET chunks = 2 WHERE id = ?1").bind(id).run();
  }
  const keys = async () =>
    (await env.DB.prepare("SELECT count(*) AS n FROM idempotency_keys").first<{ n: number }>())?.n ?? -1;
  const objects = async () =>
    (await CHANGES.list({ prefix: "changes/" })).objects.map(({ key }) => key).toSorted();
  const before = await keys();
  expect(await objects()).toHaveLength(4);
  await deleteWorkspace(env.DB, site.id, Date.now());
  expect(await keys()).toBe(before - 1);
  await expireChanges({ ...env, CHANGES }, Date.now(), 10);
  expect(await objects()).toEqual([`changes/${ids[1]}/0`, `changes/${ids[1]}/1`]);
  const left = await env.DB.prepare("SELECT count(*) AS n FROM orphaned_values").first<{ n: number }>();
  expect(left).toEqual({ n: 0 });
});
