import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { LOG_DAYS } from "../../../src/domain/webhook.ts";
import { JOBS } from "../../../src/jobs/job.ts";
import { deleteOldEvents } from "../../../src/storage/webhook/delivery.ts";
import { eventId, noteEvents } from "../../../src/storage/webhook/event.ts";
import { jobRun } from "../../support/job-run.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { makeWebhook, rowOf, type MadeWebhook } from "../../support/webhook.ts";

const DAY = 86_400_000;

let site: Site;
let webhook: MadeWebhook;
beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM webhook_deliveries"),
    env.DB.prepare("DELETE FROM webhook_logs"),
  ]);
  site = await createSite();
  webhook = await makeWebhook(site);
});

async function fill(count: number, atMs: number, payload = "{}", of = { site, webhook }): Promise<void> {
  const rows = Array.from({ length: count }, () => eventId(atMs));
  await env.DB.prepare(
    `INSERT INTO webhook_deliveries (webhook_id, event_id, workspace_id, type, payload, due_at, created_at)
     SELECT ?1, value, ?2, 'link.created', ?3, ?4, ?4 FROM json_each(?5)`,
  )
    .bind(of.webhook.id, of.site.id, payload, atMs, JSON.stringify(rows))
    .run();
}

async function sizeOf(workspaceId: string): Promise<{ entries: number; bytes: number } | null> {
  const counted = await env.DB.prepare(
    `SELECT count(*) AS entries, ifnull(sum(length(CAST(payload AS BLOB))), 0) AS bytes
     FROM webhook_deliveries WHERE workspace_id = ?1`,
  )
    .bind(workspaceId)
    .first<{ entries: number; bytes: number }>();
  const kept = await env.DB.prepare("SELECT entries, bytes FROM webhook_logs WHERE workspace_id = ?1")
    .bind(workspaceId)
    .first<{ entries: number; bytes: number }>();
  expect(kept).toEqual(counted);
  return counted;
}

async function prune(nowMs = Date.now()): Promise<void> {
  while (await deleteOldEvents(env.DB, nowMs, 1_000));
}

async function isDue(nowMs: number): Promise<boolean> {
  const { isDue: condition } = JOBS["forget-calls"];
  const sql = typeof condition === "string" ? condition : condition(nowMs, env);
  return (await env.DB.prepare(`SELECT ${sql} AS due`).bind(nowMs).first<number>("due")) === 1;
}

describe("[35.32] the log of a workspace", () => {
  it("keeps the newest 10,000 entries", async () => {
    const nowMs = Date.now();
    await fill(60, nowMs - DAY);
    await fill(9_990, nowMs);
    expect(await isDue(nowMs)).toBe(true);
    await JOBS["forget-calls"].run(jobRun(env, nowMs));
    expect((await sizeOf(site.id))?.entries).toBe(10_000);
    const oldest = await env.DB.prepare(
      "SELECT count(*) AS n FROM webhook_deliveries WHERE workspace_id = ?1 AND created_at < ?2",
    )
      .bind(site.id, nowMs)
      .first<number>("n");
    expect(oldest).toBe(10);
  });

  it("keeps 20 MB", async () => {
    await fill(230, Date.now(), "é".repeat(50_000));
    await prune();
    const { entries = 0, bytes = 0 } = (await sizeOf(site.id)) ?? {};
    expect(bytes).toBeLessThanOrEqual(20_000_000);
    expect(entries).toBeGreaterThan(140);
  });

  it("keeps 30 days, and those of other workspaces are theirs", async () => {
    const nowMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
    const other = await createSite();
    const theirs = { site: other, webhook: await makeWebhook(other) };
    await fill(5, nowMs - LOG_DAYS * DAY - 1);
    await fill(3, nowMs - LOG_DAYS * DAY + 1);
    await fill(2, nowMs, "{}", theirs);
    expect(await isDue(nowMs)).toBe(true);
    await prune(nowMs);
    expect((await sizeOf(site.id))?.entries).toBe(3);
    expect((await sizeOf(other.id))?.entries).toBe(2);
  });

  it("is read page by page, the newest first", async () => {
    await fill(5, Date.now() - DAY);
    await fill(5, Date.now());
    const ids: string[] = [];
    let cursor = "";
    do {
      const query = `per_page=4${cursor && `&cursor=${cursor}`}`;
      const { body } = requireOk(await site.call("GET", `/webhooks/${webhook.id}/log?${query}`));
      ids.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.meta.cursor.next ?? "";
    } while (cursor !== "");
    expect(ids).toHaveLength(10);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});

describe("[35.25] an event", () => {
  const event = (workspaceId: string) => ({
    workspaceId,
    type: "link.created" as const,
    hosts: [site.host],
    data: {},
  });

  it("of a workspace without webhooks writes no row, and reads next to nothing", async () => {
    const other = await createSite();
    const { env: metered, rows } = meterDatabase();
    await metered.DB.batch(noteEvents(metered.DB, [event(other.id)], Date.now()));
    expect(rows).toMatchObject({ written: 0, statements: 1 });
    expect(rows.read).toBeLessThanOrEqual(3);
  });

  it("makes the webhook due, unless a consumer has it", async () => {
    const nowMs = Date.now();
    await env.DB.batch(noteEvents(env.DB, [event(site.id)], nowMs));
    expect((await rowOf(webhook.id)).due_at).toBe(nowMs);
    await env.DB.prepare("UPDATE webhooks SET due_at = ?2, held_until = ?2 WHERE id = ?1")
      .bind(webhook.id, nowMs + 60_000)
      .run();
    await env.DB.batch(noteEvents(env.DB, [event(site.id)], nowMs));
    expect((await rowOf(webhook.id)).due_at).toBe(nowMs + 60_000);
  });

  it("is lost with its write alone", async () => {
    const broken = env.DB.prepare("INSERT INTO assertion (holds, code) VALUES (0, 'stale_version')");
    const batch = env.DB.batch([...noteEvents(env.DB, [event(site.id)], Date.now()), broken]);
    await expect(batch).rejects.toThrow("stale_version");
    expect((await rowOf(webhook.id)).due_at).toBeNull();
  });
});
