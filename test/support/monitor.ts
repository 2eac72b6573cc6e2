import { env } from "cloudflare:workers";
import type { Health } from "../../src/domain/health.ts";
import type { Env } from "../../src/env.ts";
import { checkDueRecords, queueDueRecords } from "../../src/jobs/run-record-checks.ts";
import { deliverNotifications } from "../../src/jobs/notify.ts";
import { createSite, type Site } from "./site.ts";
import { fakeQueue, fakeWeb, type FakeQueue, type FakeWeb } from "./web.ts";
import { jobRun } from "./job-run.ts";
import { databasesOf } from "../../src/databases-of.ts";
import { envOf } from "./home.ts";

/** Cron and queue of the monitor, by hand: a test says when an hour is over. */
export interface MonitorClock {
  nowMs: number;
  queue: FakeQueue;
  env: Env;
  /** One cron tick an hour later, and all that the queue holds after it, notifications left out. */
  runHourly(): Promise<void>;
  /** Ids of the notifications that the queue was given, each as often as it was. */
  notificationIds(): string[];
  /** Delivers the notifications that the queue was given. */
  deliver(): Promise<void>;
}

export function monitorClock(overrides: Partial<Env> = {}, of: Env = env): MonitorClock {
  const queue = fakeQueue();
  const clock: MonitorClock = {
    nowMs: Date.now(),
    queue,
    env: { ...of, WATCH: queue, ...overrides },
    async runHourly() {
      clock.nowMs += 3_600_000;
      const sent = queue.batches.length;
      await queueDueRecords(jobRun(clock.env, clock.nowMs));
      for (const message of queue.batches.slice(sent).flat()) {
        if (message.kind === "check-records") {
          await checkDueRecords(clock.env, message.ids, clock.nowMs, () => clock.nowMs);
        }
      }
    },
    notificationIds: () =>
      queue.batches.flat().flatMap((message) => (message.kind === "notify" ? message.ids : [])),
    deliver: () => deliverNotifications(clock.env, clock.notificationIds(), () => clock.nowMs),
  };
  return clock;
}

/** A site and the destinations of its records. */
export interface Watch {
  site: Site;
  web: FakeWeb;
  clock: MonitorClock;
  /** URLs that answer 503. */
  down: Set<string>;
  /** So many hourly runs. */
  run(times: number): Promise<void>;
}

/** A fresh site, the only one with records that are watched. */
export async function watchSite(): Promise<Watch> {
  await forgetRecords();
  const site = await createSite();
  const down = new Set<string>();
  const web = fakeWeb(({ url }) => new Response("", { status: down.has(url) ? 503 : 200 }));
  const clock = monitorClock({}, envOf(site.id));
  const run = async (times: number) => {
    for (let i = 0; i < times; i++) await clock.runHourly();
  };
  return { site, web, clock, down, run };
}

export interface MonitorRow {
  health: Health;
  monitor_state: string;
  monitor_due_at: number;
  version: number;
  updated_at: number;
}

/** The monitor's columns of a watched record. */
export async function monitorRowOf(recordId: string): Promise<MonitorRow> {
  const row = await env.DB.prepare(
    "SELECT health, monitor_state, monitor_due_at, version, updated_at FROM records WHERE id = ?1",
  )
    .bind(recordId)
    .first<MonitorRow & { health: string }>();
  if (row === null) throw new Error(`there is no record ${recordId}`);
  return { ...row, health: JSON.parse(row.health) as Health };
}

/** Ends the watch of records of tests before. */
export async function forgetRecords(): Promise<void> {
  for (const { DB } of databasesOf(env)) {
    await DB.batch([
      DB.prepare("DELETE FROM notifications"),
      DB.prepare("UPDATE records SET paused_by = 'system'"),
    ]);
  }
}
