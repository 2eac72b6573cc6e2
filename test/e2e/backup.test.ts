import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BackupDatabase } from "../../scripts/backup/database.ts";
import { restoreBackup } from "../../scripts/backup/restore-backup.ts";
import { writeBackup } from "../../scripts/backup/write-backup.ts";
import { fileJob } from "../../scripts/support/project-job.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { LEFT_OUT } from "../support/left-out.ts";
import { queryOf } from "../../src/storage/backup/run.ts";
import { BACKED_UP } from "../../src/storage/backup/table.ts";
import { bindPlain } from "../../src/storage/statement.ts";
import { CALLS, emptyInstallation, fillInstallation, TOKEN, VISITS } from "../support/backup-filling.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** A whole installation is backed up, and restored into an empty one. */

let source: RunningWorker;
let target: RunningWorker;
let folder: string;
let unfilled: string[];
let rowsBefore: Record<string, unknown[]>;
let rowsAfter: Record<string, unknown[]>;

/** The Worker's own database, for the code of the commands. */
const databaseOf = (db: D1Database): BackupDatabase => ({
  title: "The database",
  query: queryOf(db),
  async run(statements) {
    await db.batch(statements.map((statement) => bindPlain(db, statement)));
  },
  readTogether: (read) => read(true),
});

const select = async <T>(db: D1Database, sql: string): Promise<T[]> =>
  (await db.prepare(sql).all()).results as T[];

/** The tables of a database, without those of the full-text index and of the platform. */
const listTables = async (db: D1Database): Promise<string[]> =>
  (
    await select<{ name: string }>(
      db,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'record_search_*'",
    )
  ).map(({ name }) => name);

/** What a restore makes anew, so that it differs: when visits were projected, and what follows from that. */
const DIFFERS = new Set([
  "sequence",
  "slots",
  "pending",
  "reprojections",
  "key_sweeps",
  "installation",
  "count_cache",
  "backup_runs",
  "job_leases",
  "d1_migrations",
  "idempotency_keys",
  "idempotency_counts",
  "idempotency_token_counts",
]);
/** What a restore leaves behind on purpose (left-out.ts). */
const LEFT_BEHIND = [
  "changes",
  "change_inputs",
  "change_chunks",
  "records_aside",
  "history_aside",
  "check_hosts",
  "checks",
  "check_parts",
  "check_rows",
  "check_targets",
  "webhook_deliveries",
  "webhook_logs",
  "miss_days",
  "crawler_lists",
  "sessions",
  "invitations",
  "click_ids",
  "conversions",
  "conversion_names",
  "sign_in_codes",
  "orphaned_values",
  "hosts_elsewhere",
  "moves",
  "move_notes",
];
const DIFFERING_COLUMNS = new Set([
  "behind_since",
  "slots_put_at",
  "refilled_at",
  "last_row",
  // Counted from the second in which the tables were made.
  "rolls_at",
]);

/** Visits the link with `max_clicks` as a person; returns the status. */
const visitLimited = async (worker: RunningWorker): Promise<number> =>
  (await worker.visit("a.filled.localhost", "/limited", "GET", ["User-Agent: Mozilla/5.0 Firefox/153.0"]))
    .status;

async function readAll(db: D1Database): Promise<Record<string, unknown[]>> {
  const tables = (await listTables(db)).filter((table) => !DIFFERS.has(table));
  const read = tables.map(async (table) => {
    const rows = await select<Record<string, unknown>>(db, `SELECT * FROM ${table}`);
    const kept = rows.map((row) =>
      JSON.stringify(Object.entries(row).filter(([column]) => !DIFFERING_COLUMNS.has(column))),
    );
    return [table, kept.toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-"));
  [source, target] = await Promise.all([startWorker(), startWorker()]);
  await fillInstallation(source);
  // The click and the places left are stored in the background.
  const readStored = async () => {
    const [row] = await select<{ clicks: number; left: number | null }>(
      source.db,
      `SELECT places_left ->> 'left' AS "left", (SELECT count(*) FROM click_batches) AS clicks
       FROM records WHERE source = '/limited'`,
    );
    return row;
  };
  const clicksBefore = (await readStored())?.clicks ?? 0;
  expect(await visitLimited(source)).toBe(302);
  await readUntil(readStored, (row) => row?.clicks === clicksBefore + 1 && row.left === 4);
  unfilled = await listUnfilled(source.db);
  await emptyInstallation(target.db);
  // Whatever the first calls write by themselves is in the backup.
  for (const path of CALLS) await source.call("GET", path, undefined, TOKEN);
  rowsBefore = await readAll(source.db);
  const file = join(folder, "backup.ndjson.gz");
  await writeBackup(databaseOf(source.db), file, Date.now(), () => {});
  await restoreBackup(databaseOf(target.db), file, Date.now(), () => {});
  rowsAfter = await readAll(target.db);
  // Plain SQL leaves the store of the filled installation behind.
  const job = { host: null, writesTombstones: false, adopts: false };
  const { run: write, query } = databaseOf(source.db);
  await fileJob(
    { write, readRow: async (statement) => (await query(statement))[0] as never },
    job,
    Date.now(),
  );
  for (const { cron, db } of [source, target]) {
    const isDone = async () => {
      await cron();
      const [row] = await select<{ left: number }>(
        db,
        "SELECT (SELECT count(*) FROM pending) + (SELECT count(*) FROM reprojections) AS left",
      );
      return row?.left === 0;
    };
    await readUntil(isDone, (done) => done);
  }
});

afterAll(async () => {
  await Promise.all([source?.close(), target?.close()]);
  await rm(folder, { recursive: true });
});

describe("the filling", () => {
  it("[26.4] names every table as backed up or left out", async () => {
    const known = [...BACKED_UP.map(({ name }) => name), ...Object.keys(LEFT_OUT)];
    const tables = await listTables(source.db);
    expect(tables.filter((table) => !known.includes(table))).toEqual([]);
    expect(BACKED_UP.filter(({ name }) => !tables.includes(name))).toEqual([]);
  });

  it("has something in every column that a backup holds: a new column extends the filling", () => {
    expect(unfilled).toEqual([]);
  });
});

/** Lists the columns that no row of the filling sets to anything but their default. */
async function listUnfilled(db: D1Database): Promise<string[]> {
  const found: string[] = [];
  for (const { name: table, without = [] } of BACKED_UP) {
    const columns = await select<{ name: string; dflt_value: string | null }>(
      db,
      `SELECT name, dflt_value FROM pragma_table_info('${table}')`,
    );
    for (const { name, dflt_value } of columns) {
      if (without.includes(name)) continue;
      const condition = `${name} IS NOT ${dflt_value ?? "NULL"}`;
      const rows = await select(db, `SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`);
      if (rows.length === 0) found.push(`${table}.${name}`);
    }
    const names = columns.map(({ name }) => name);
    found.push(...without.filter((name) => !names.includes(name)));
  }
  return found;
}

/** Calls note the use of their token, and checks of hostnames the moment. */
const VOLATILE = /"(last_used_at|checked_at|updated_at)":"[^"]*"/g;

describe("a restored installation", () => {
  it("[26.5] has every row of every table as it was", () => {
    const leftBehind = Object.fromEntries(LEFT_BEHIND.map((table) => [table, []]));
    expect(rowsAfter).toEqual({ ...rowsBefore, ...leftBehind });
    for (const table of LEFT_BEHIND) expect(rowsBefore[table], table).not.toEqual([]);
    expect(rowsAfter["records"]!.length).toBeGreaterThan(10);
  });

  it("[26.5] has the counters that a count of its records gives", () => {
    expect(rowsAfter["record_counts"]).toEqual(rowsBefore["record_counts"]);
    expect(rowsAfter["record_counts"]!.length).toBeGreaterThan(10);
  });

  it.each(VISITS)("[26.6] answers %s%s as before", async (host, path, headers = [], method = "GET") => {
    // As browsers look ahead, which counts no click.
    const all = ["Sec-Purpose: prefetch", ...headers];
    const [before, after] = [
      await source.visit(host, path, method, all),
      await target.visit(host, path, method, all),
    ];
    const stable = ({ status, headers: fields, body }: typeof before) => ({
      status,
      // A cookie that unlocks has the moment in it.
      headers: [...fields]
        .filter(([name]) => name !== "date" && name !== "set-cookie")
        // Chance chooses between the two destinations of /Spring.
        .map(([name, value]) => [name, value.replace(/^https:\/\/example\.com\/[ab]\//, "…/")]),
      body,
    });
    expect(stable(after)).toEqual(stable(before));
    expect(after.headers.has("set-cookie")).toBe(before.headers.has("set-cookie"));
  });

  it.each(CALLS)("[26.6] answers GET %s as before", async (path) => {
    const answers = [source, target].map(async ({ port, call }) => {
      const { status, body } = await call("GET", path, undefined, TOKEN);
      return {
        status,
        body: JSON.parse(
          JSON.stringify(body)
            .replaceAll(`:${port}`, "")
            .replaceAll(VOLATILE, '"$1":""')
            // Invitations last a day, and are not restored.
            .replaceAll(/"invitation":\{[^}]*\}/g, '"invitation":null'),
        ) as unknown,
      };
    });
    const [before, after] = await Promise.all(answers);
    expect(before?.status).toBe(200);
    expect(after).toEqual(before);
  });

  it("[26.6] takes new records in every workspace", async () => {
    const body = { host: "*.filled.localhost", alias: "new", destination: "https://example.com/new" };
    expect((await target.call("POST", "/link", body, TOKEN)).status).toBe(200);
    expect((await target.visit("a.filled.localhost", "/new")).headers.get("location")).toBe(
      "https://example.com/new",
    );
  });

  it("[24.11] lets as many visitors through as were left, and the old installation no more for it", async () => {
    const leftIn = async ({ call, db }: RunningWorker) => {
      const [record] = await select<{ id: string }>(db, "SELECT id FROM records WHERE source = '/limited'");
      const { body } = await call("GET", `/link/${record?.id}`, undefined, TOKEN);
      return [body.max_clicks, body.clicks_left];
    };
    expect([await leftIn(source), await leftIn(target)]).toEqual([
      [5, 4],
      [5, 4],
    ]);
    const statuses: number[] = [];
    for (let visit = 0; visit < 5; visit++) statuses.push(await visitLimited(target));
    expect(statuses).toEqual([302, 302, 302, 302, 302]);
    expect([await leftIn(source), await leftIn(target)]).toEqual([
      [5, 4],
      [5, 0],
    ]);
  });
});
