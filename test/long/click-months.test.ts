import type { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { asD1 } from "../../scripts/support/d1.ts";
import { toInstallationDatabase } from "../../scripts/support/installation-database.ts";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { withTemporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/time.ts";
import { foldClicks } from "../../src/jobs/fold-clicks.ts";
import type { JobRun } from "../../src/jobs/job-run.ts";
import { deleteOldClicks } from "../../src/storage/click/prune.ts";
import { selectClicks } from "../../src/storage/click/read-stats.ts";
import { rollUpDays } from "../../src/storage/click/roll-up.ts";
import { storeClicks } from "../../src/storage/click/store.ts";
import type { Click, ClickMessage } from "../../src/queue-messages.ts";
import { seededRandom } from "../support/random.ts";

/**
 * Consumer, folder and roll-up over a year, or over many clicks, on a database whose caller dies between any two of its
 * steps: before a transaction, or after it and before its answer. A death within one rolls it back.
 */

const WORKSPACE = "w";
const RECORDS = Array.from({ length: 12 }, (_, index) => `r${index}`);
const COUNTRIES = ["DE", "FR", "AT", "US", "__proto__"];

/** What was delivered, by record and day and country: each message once. */
class Oracle {
  private readonly seen = new Set<string>();
  private readonly days = new Map<string, number>();

  add({ id, clicks }: ClickMessage): void {
    if (this.seen.has(id)) return;
    this.seen.add(id);
    for (const [record, atMs, , country] of clicks as Click[]) {
      for (const scope of [record, WORKSPACE]) {
        const day = Math.floor(atMs / DAY_MS);
        for (const key of [`${scope} ${day}`, `${scope} ${day} ${country}`])
          this.days.set(key, (this.days.get(key) ?? 0) + 1);
      }
    }
  }

  clicks(scope: string, first: number, end: number, country = ""): number {
    let sum = 0;
    for (let day = first; day < end; day++)
      sum += this.days.get(`${scope} ${day}${country && ` ${country}`}`) ?? 0;
    return sum;
  }
}

interface World {
  db: D1Database;
  /** The same database for a caller that dies now and then. */
  mortal: D1Database;
  random: () => number;
  oracle: Oracle;
}

const DEATH = "the caller died";

function inWorld(seed: number, deaths: number, work: (world: World) => Promise<void>): Promise<void> {
  const random = seededRandom(seed);
  return withTemporaryFolder("signpost-long-", (folder) =>
    withLocalDatabase(folder, async (sqlite) => {
      fill(sqlite);
      const local = toInstallationDatabase(sqlite);
      const mortal = asD1({
        ...local,
        async run(statements) {
          const isFatal = random() < deaths;
          const isBefore = random() < 0.5;
          if (isFatal && isBefore) throw new Error(DEATH);
          const answers = await local.run(statements);
          if (isFatal) throw new Error(DEATH);
          return answers;
        },
      });
      await work({ db: asD1(local), mortal, random, oracle: new Oracle() });
    }),
  );
}

function fill(db: DatabaseSync): void {
  db.exec(`
    PRAGMA synchronous = OFF;
    INSERT INTO users (id, name, created_at) VALUES ('u', 'U', 0);
    INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('${WORKSPACE}', 'W', 'pro', 1, 0, 0);
    INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
      VALUES ('h.example', '${WORKSPACE}', 'h.example', 'example', 'api', 0, 'u', 0, 0);`);
  for (const id of RECORDS) {
    db.exec(`
      INSERT INTO records (id, workspace_id, host, slot, source, source_kind, runtime, handler, type, destinations, created_at, updated_at, created_by, created_via)
        VALUES ('${id}', '${WORKSPACE}', 'h.example', 'p/${id}', '/${id}', 'exact', 'link', 'short-url', '302', '["https://example.com/"]', 0, 0, 'u', 'api')`);
  }
}

/** A run of cron. It may die, and then the next one goes on. */
async function runJobs(db: D1Database, nowMs: number): Promise<void> {
  const budget = { hasRoom: () => true, elapsedMs: 0 };
  const isOther = (error: unknown) => {
    if (!String(error).includes(DEATH)) throw error;
  };
  await foldClicks({ env: { DB: db }, budget, nowMs } as unknown as JobRun).catch(isOther);
  const rollUp = async () => {
    while (await rollUpDays(db, nowMs)) continue;
  };
  await rollUp().catch(isOther);
  await deleteOldClicks(db, nowMs).catch(isOther);
}

/** Delivers messages until each is taken, as the queue does; some a second time. */
async function deliver({ mortal, random, oracle }: World, messages: ClickMessage[]): Promise<void> {
  let open = messages;
  while (open.length > 0) {
    const delivery = open.slice(0, 1 + Math.floor(random() * 100));
    const failures = await storeClicks(mortal, delivery);
    const again = delivery.filter((_, index) => failures[index] !== null || random() < 0.2);
    open = [...open.slice(delivery.length), ...again];
  }
  for (const message of messages) oracle.add(message);
}

async function expectExact({ db, oracle }: World, nowMs: number, first: number, end: number): Promise<void> {
  const range = { interval: "day", fromMs: first * DAY_MS, toMs: end * DAY_MS } as const;
  for (const scope of [...RECORDS, WORKSPACE]) {
    const of =
      scope === WORKSPACE
        ? ({ whole: { workspaceId: WORKSPACE }, recordIds: null } as never)
        : { workspaceId: WORKSPACE, recordIds: [scope] };
    const { points, breakdowns } = await selectClicks(db, of, range, { valueCount: 20 });
    const told = points.reduce((sum, { clicks }) => sum + clicks, 0);
    expect(told, `${scope} at ${new Date(nowMs).toISOString()}`).toBe(oracle.clicks(scope, first, end));
    for (const country of COUNTRIES) {
      const value = breakdowns.country.values.find((counted) => counted.value === country)?.clicks ?? 0;
      expect(value, `${scope} ${country}`).toBe(oracle.clicks(scope, first, end, country));
    }
  }
}

function messageOf(random: () => number, count: number, momentOf: () => number): ClickMessage {
  const pick = (most: number) => Math.floor(random() * most);
  const clicks = Array.from({ length: count }, (): Click => [
    RECORDS[pick(RECORDS.length)]!,
    momentOf(),
    0,
    COUNTRIES[pick(COUNTRIES.length)]!,
    `page-${pick(30)}.example`,
    "",
    "",
    "",
    "",
  ]);
  const id = `${Math.min(...clicks.map(([, atMs]) => atMs))
    .toString(36)
    .padStart(9, "0")}-${pick(2 ** 31)}-${pick(2 ** 31)}`;
  return { kind: "clicks", id, clicks };
}

const totals = async (db: D1Database) => {
  const { results } = await db
    .prepare("SELECT id, total_clicks AS total FROM records ORDER BY id")
    .all<{ id: string; total: number }>();
  return new Map(results.map(({ id, total }) => [id, total]));
};

describe("[8.6, 8.12] clicks over months", () => {
  it("100,000 over a month's end, once and twice, with a death at every tenth step, are exact", async () => {
    await inWorld(36, 0.1, async (world) => {
      const start = Date.UTC(2026, 0, 20);
      const startDay = start / DAY_MS;
      for (let sent = 0, hour = 0; sent < 100_000; hour++) {
        const nowMs = start + hour * HOUR_MS;
        const messages: ClickMessage[] = [];
        for (let n = 0; n < 20; n++) {
          const count = 1 + Math.floor(world.random() * 49);
          messages.push(
            messageOf(world.random, count, () => nowMs - Math.floor(world.random() * 15 * DAY_MS)),
          );
          sent += count;
        }
        await deliver(world, messages);
        await world.db.prepare("UPDATE click_folder SET rolls_at = 0").run();
        await runJobs(world.mortal, nowMs);
        if (hour % 20 === 0) await expectExact(world, nowMs, startDay - 16, startDay + 40);
      }
      const endMs = start + 60 * DAY_MS;
      for (let run = 0; run < 30; run++) {
        await world.db.prepare("UPDATE click_folder SET rolls_at = 0").run();
        await runJobs(run < 20 ? world.mortal : world.db, endMs + run * 60_000);
      }
      await expectExact(world, endMs, startDay - 16, startDay + 40);
      const left = await world.db.prepare("SELECT count(*) AS n FROM click_sheets").first<{ n: number }>();
      expect(left?.n).toBe(0);
      for (const [id, total] of await totals(world.db))
        expect(total).toBe(world.oracle.clicks(id, startDay - 16, startDay + 40));
    });
  });

  it("a year and more of days, with late clicks of every age, is exact", async () => {
    await inWorld(37, 0.02, async (world) => {
      const start = Date.UTC(2025, 8, 1);
      for (let day = 0; day < 430; day++) {
        const nowMs = start + day * DAY_MS + 12 * HOUR_MS;
        const oldest = Math.min(day, 380);
        const late = () => nowMs - Math.floor(world.random() * (oldest + 0.4)) * DAY_MS;
        await deliver(world, [
          messageOf(world.random, 30, () => nowMs - Math.floor(world.random() * 10) * HOUR_MS),
          messageOf(world.random, 3, late),
        ]);
        await runJobs(world.mortal, nowMs);
        if (day % 30 === 0) {
          const first = Math.floor(nowMs / DAY_MS) - Math.min(day, 390);
          await expectExact(world, nowMs, first, Math.floor(nowMs / DAY_MS) + 1);
          await expectExact(world, nowMs, first + 7, first + 50);
        }
      }
    });
  });
});
