import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";

const MIGRATION = "0008_record_counts.sql";
const BROKEN_MIGRATION = "0050_broken_counts.sql";
const DAY_MS = 86_400_000;

/** A database as it was before records were counted, with some in it. */
function createFilled(nowMs: number): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  for (const file of readdirSync("migrations").toSorted()) {
    if (file < MIGRATION) db.exec(readFileSync(`migrations/${file}`, "utf8"));
  }
  db.exec("INSERT INTO users (id, name, created_at) VALUES ('u', 'Ada', 0)");
  for (const [number, workspace] of ["w1", "w2"].entries()) {
    db.exec(`INSERT INTO workspaces (id, name, plan, number, created_at, updated_at)
      VALUES ('${workspace}', '', 'pro', ${number}, 0, 0)`);
    for (const correct of [0, 1]) {
      db.exec(`INSERT INTO hosts (host, workspace_id, domain, tld, correct, connected_via, connected_at, created_by, created_at, updated_at)
        VALUES ('${workspace}-${correct}.example', '${workspace}', '', '', ${correct}, 'api', 0, 'u', 0, 0)`);
    }
    db.exec(`INSERT INTO records (row, id, workspace_id, handler, runtime, host, source_kind, source, slot, type, tags,
        paused_by, created_by, created_via, created_at, updated_at)
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      SELECT ${number} * 4294967296 + i + 1, '${workspace}-' || i, '${workspace}',
        CASE i % 4 WHEN 0 THEN 'short-url' WHEN 1 THEN 'qr' WHEN 2 THEN 'redirect' ELSE 'migration' END, '',
        '${workspace}-' || (i % 3 = 0) || '.example', 'exact', '/' || i, 'p/' || i, iif(i % 7 = 0, 'html', '302'),
        iif(i % 2, '["a"]', '[]'), iif(i % 5 = 0, 'user', NULL), 'u', 'api', ${nowMs} - i * ${DAY_MS}, 0 FROM n`);
    db.exec(
      `INSERT INTO record_tags SELECT workspace_id, 'a', id FROM records WHERE workspace_id = '${workspace}' AND tags <> '[]'`,
    );
  }
  const today = Math.floor(nowMs / DAY_MS);
  const click = db.prepare("INSERT INTO clicks_daily (scope_id, day, clicks, bots) VALUES (?, ?, ?, ?)");
  for (const [scope, day, clicks, bots] of [
    ["w1-1", today, 3, 0],
    ["w1-1", today - 20, 3, 0],
    ["w1-2", today - 60, 1, 0],
    ["w1-3", today, 0, 5],
    ["w1", today, 4, 5],
  ] as const) {
    click.run(scope, day, clicks, bots);
  }
  return db;
}

it("tells broken records from others as a count of all would", () => {
  const db = createFilled(Date.now());
  const later = readdirSync("migrations").toSorted();
  const run = (file: string) => db.exec(readFileSync(`migrations/${file}`, "utf8"));
  later.filter((file) => file >= MIGRATION && file < BROKEN_MIGRATION).forEach(run);
  db.exec(
    `UPDATE records SET destinations = '["https://a.example/"]', monitor_state = 'broken', is_notify = row % 2`,
  );
  run(BROKEN_MIGRATION);
  const cells = (from: string) =>
    db
      .prepare(
        `SELECT workspace_id, value, ${from} WHERE kind = 'cell' GROUP BY workspace_id, value ORDER BY 1, 2`,
      )
      .all();
  const counted = cells("count(*) AS count FROM record_entries");
  expect(counted.some(({ value }) => String(value).endsWith(",1]"))).toBe(true);
  expect(cells("count FROM record_counts")).toEqual(counted);
});

it("counts the records that stand when counters come", () => {
  const nowMs = Date.now();
  const db = createFilled(nowMs);
  db.exec(readFileSync(`migrations/${MIGRATION}`, "utf8"));
  const ofKind = (workspace: string, kind: string) =>
    db
      .prepare("SELECT value, count FROM record_counts WHERE workspace_id = ? AND kind = ? ORDER BY value")
      .all(workspace, kind)
      .map(({ value, count }) => [value, count]);
  for (const workspace of ["w1", "w2"]) {
    expect(ofKind(workspace, "cell").reduce((sum, [, count]) => sum + Number(count), 0)).toBe(100);
    expect(ofKind(workspace, "tag")).toEqual([["a", 50]]);
    expect(ofKind(workspace, "sum")).toEqual([
      ["dns_issue", 66],
      ["hosts", 2],
    ]);
    expect(ofKind(workspace, "day").length).toBeGreaterThanOrEqual(32);
    expect(ofKind(workspace, "day").length).toBeLessThanOrEqual(33);
  }
  const mondayOf = (day: number) => day - ((day + 3) % 7);
  const today = Math.floor(nowMs / DAY_MS);
  expect(ofKind("w1", "clicked")).toEqual([
    [mondayOf(today - 60), 1],
    [mondayOf(today), 1],
  ]);
  expect(ofKind("w2", "clicked")).toEqual([]);
  expect(
    db
      .prepare(
        "SELECT short_urls, qr_codes, redirects, migrations, record_count FROM hosts WHERE host = 'w2-1.example'",
      )
      .get(),
  ).toEqual({ short_urls: 9, qr_codes: 8, redirects: 8, migrations: 9, record_count: 34 });
});
