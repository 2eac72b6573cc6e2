import { env } from "cloudflare:workers";
import { batchIdPrefix } from "../../src/clicks/batch-id.ts";
import type { Dimension } from "../../src/clicks/sheet.ts";
import type { Env } from "../../src/env.ts";
import { foldClicks } from "../../src/jobs/fold-clicks.ts";
import { consume, type Delivery } from "../../src/jobs/consume.ts";
import type { Click, ClickMessage, QueueMessage } from "../../src/queue-messages.ts";
import { jobRun } from "./job-run.ts";
import { databasesOf } from "../../src/databases-of.ts";

/** Clicks, their way through the consumer, and what is kept of them. */

export const BOT = "Twitterbot/1.0";
export const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1";

export interface ClickFields {
  atMs?: number;
  /** Index. */
  destination?: number;
  country?: string;
  referrer?: string;
  agent?: string;
  /** Beginnings of the header `Accept-Language` and of the query. */
  language?: string;
  query?: string;
  rule?: string;
  /** What the destination got. */
  id?: string;
}

export function clickOn(recordId: string, fields: ClickFields = {}): Click {
  const { atMs = Date.now(), destination = 0, country = "", referrer = "", agent = "" } = fields;
  const { language = "", query = "", rule = "" } = fields;
  const click: Click = [recordId, atMs, destination, country, referrer, agent, language, query, rule];
  if (fields.id !== undefined) click.push(fields.id);
  return click;
}

export function clicksOn(recordId: string, count: number, fields: ClickFields = {}): Click[] {
  return Array.from({ length: count }, () => clickOn(recordId, fields));
}

export function messageOf(...clicks: Click[]): ClickMessage {
  return { kind: "clicks", id: `${batchIdPrefix(clicks[0]?.[1] ?? 0)}-${crypto.randomUUID()}`, clicks };
}

/** Forgets all messages, and what folding knows of them. */
export async function resetFolder(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM click_batches"),
    env.DB.prepare(
      "UPDATE click_folder SET unfolded_from = '', holder = '', leased_until = 0, way_back_until = 0",
    ),
  ]);
}

/** Adds what is stored to sheets, as cron does each minute. */
export async function fold(bindings: Env = env): Promise<void> {
  for (const one of databasesOf(bindings)) await foldClicks(jobRun(one, Date.now()));
}

/** Delivers messages, and adds their clicks to sheets. Returns what became of each message. */
export async function deliver(bodies: unknown[], bindings: Env = env): Promise<string[]> {
  const outcomes = await store(bodies, bindings);
  await fold();
  return outcomes;
}

/** The result of a message: `ack`, `retry`, or both in a row if both were called. */
export async function store(bodies: unknown[], bindings: Env = env): Promise<string[]> {
  const outcomes = bodies.map((): string[] => []);
  const deliveries = bodies.map((body, index): Delivery<QueueMessage> => {
    const note = (outcome: string) => void outcomes[index]?.push(outcome);
    return { body: body as QueueMessage, attempts: 1, ack: () => note("ack"), retry: () => note("retry") };
  });
  await consume(deliveries, bindings, Date.now());
  return outcomes.map((outcome) => outcome.join(" "));
}

export async function totalOf(recordId: string): Promise<number | undefined> {
  const row = await env.DB.prepare("SELECT total_clicks AS total FROM records WHERE id = ?1")
    .bind(recordId)
    .first<{ total: number }>();
  return row?.total;
}

type Count = [at: number, clicks: number, bots: number];

/** Clicks and bots by hour, from sheets. Hours are since 1970. */
export async function hoursOf(scopeId: string): Promise<Count[]> {
  const { results } = await env.DB.prepare(
    `SELECT s.day * 24 + h.key AS at, h.value ->> 0 AS clicks, h.value ->> 1 AS bots
     FROM click_sheets s, json_each(s.body, '$.h') h WHERE s.scope_id = ?1 ORDER BY 1`,
  )
    .bind(scopeId)
    .all<{ at: number; clicks: number; bots: number }>();
  return results.map(({ at, clicks, bots }) => [at, clicks, bots]);
}

/** Clicks and bots by day, from sheets. */
export async function daysOf(scopeId: string): Promise<Count[]> {
  const { results } = await env.DB.prepare(
    "SELECT day AS at, clicks, bots FROM click_sheets WHERE scope_id = ?1 ORDER BY day",
  )
    .bind(scopeId)
    .all<{ at: number; clicks: number; bots: number }>();
  return results.map(({ at, clicks, bots }) => [at, clicks, bots]);
}

/** Values with their clicks, from sheets. */
export async function valuesOf(scopeId: string, dimension: Dimension): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare(
    `SELECT v.key AS value, sum(v.value) AS clicks
     FROM click_sheets s, json_each(s.body, '$.v.' || ?2) v WHERE s.scope_id = ?1 GROUP BY 1 ORDER BY 1`,
  )
    .bind(scopeId, dimension)
    .all<{ value: string; clicks: number }>();
  return Object.fromEntries(results.map(({ value, clicks }) => [value, clicks]));
}

/** A database whose `batch` fails where it is told to, after so many that succeed. */
export function failingDatabase(fails: (batch: number) => boolean): { env: Env; batches: () => number } {
  let batches = 0;
  const DB = Object.assign(Object.create(env.DB) as D1Database, {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      batches++;
      if (fails(batches)) throw new Error("D1_ERROR: Network connection lost.");
      return env.DB.batch(statements);
    },
  });
  return { env: { ...env, DB }, batches: () => batches };
}
