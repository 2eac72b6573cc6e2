import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";

const MIGRATION = "0042_written_counts.sql";
const ZERO = { created: 0, changed: 0, deleted: 0, unchanged: 0, invalid: 0, conflicts: 0 };

function createDatabase(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  for (const file of readdirSync("migrations").toSorted()) {
    if (file < MIGRATION) db.exec(readFileSync(`migrations/${file}`, "utf8"));
  }
  return db;
}

/** A plan of three chunks, which creates 10, changes 20 and deletes 30 records, as the previous release plans it. */
function plan(db: DatabaseSync, id: string): void {
  const counts = { ...ZERO, created: 10, changed: 20, deleted: 30, unchanged: 3, invalid: 1 };
  db.prepare(
    `INSERT INTO changes (id, workspace_id, state, kind, request, actor_id, progress, counts, chunks, lease, created_at,
       updated_at) VALUES (?, ?, 'planning', 'upsert', '{}', 'u', '{}', ?, 3, 'l', 0, 0)`,
  ).run(id, id, JSON.stringify(counts));
  const chunks = [
    { ...ZERO, created: 10, unchanged: 3, invalid: 1 },
    { ...ZERO, changed: 20 },
    { ...ZERO, deleted: 30 },
  ];
  for (const [n, of] of chunks.entries()) {
    db.prepare(
      "INSERT INTO change_chunks (change_id, n, counts, places, planned_by) VALUES (?, ?, ?, '', 'l')",
    ).run(id, n, JSON.stringify(of));
  }
  setState(db, id, "planned");
}

function setState(db: DatabaseSync, id: string, state: string): void {
  db.prepare(
    "UPDATE changes SET state = ?, lease = 'l', done = iif(? = 'undoing', 0, done) WHERE id = ?",
  ).run(state, state, id);
}

/** Applies the next chunk, of which one record is a conflict. */
function applyChunk(db: DatabaseSync, id: string, n: number, name: "created" | "changed" | "deleted"): void {
  db.exec("BEGIN");
  db.prepare(
    "UPDATE change_chunks SET applied_by = 'l', apply_conflicts = '{}' WHERE change_id = ? AND n = ?",
  ).run(id, n);
  db.prepare(
    `UPDATE changes SET done = ?, counts = json_set(counts, '$.${name}', counts ->> '${name}' - 1,
       '$.conflicts', counts ->> 'conflicts' + 1) WHERE id = ? AND lease = 'l'`,
  ).run(n + 1, id);
  db.exec("COMMIT");
}

function countsOf(db: DatabaseSync, id: string): { planned: unknown; written: unknown } {
  const row = db.prepare("SELECT planned, written FROM changes WHERE id = ?").get(id);
  const parse = (text: unknown): unknown => (typeof text === "string" ? JSON.parse(text) : text);
  return { planned: parse(row?.["planned"]), written: parse(row?.["written"]) };
}

const PLANNED = { ...ZERO, created: 10, changed: 20, deleted: 30, unchanged: 3, invalid: 1 };

it("[28.5] knows what a change has written that the previous release began", () => {
  const db = createDatabase();
  for (const id of ["going", "stopped", "undone", "gone", "waiting"]) plan(db, id);
  for (const id of ["going", "stopped", "undone", "gone"]) {
    setState(db, id, "applying");
    applyChunk(db, id, 0, "created");
  }
  applyChunk(db, "stopped", 1, "changed");
  for (const id of ["stopped", "undone", "gone"]) setState(db, id, "stopped");
  setState(db, "undone", "undoing");
  setState(db, "undone", "undone");
  db.exec("DELETE FROM change_chunks WHERE change_id = 'gone' AND n = 1");
  db.exec(readFileSync(`migrations/${MIGRATION}`, "utf8"));

  expect(countsOf(db, "stopped")).toEqual({
    planned: PLANNED,
    written: { created: 9, changed: 19, deleted: 0 },
  });
  expect(countsOf(db, "undone")).toEqual({
    planned: PLANNED,
    written: { created: 9, changed: 0, deleted: 0 },
  });
  // Nobody knows any more.
  expect(countsOf(db, "gone")).toEqual({ planned: null, written: null });

  // The previous release goes on beside this one.
  expect(countsOf(db, "going").written).toEqual({ created: 9, changed: 0, deleted: 0 });
  applyChunk(db, "going", 1, "changed");
  applyChunk(db, "going", 2, "deleted");
  setState(db, "going", "applied");
  expect(countsOf(db, "going")).toEqual({
    planned: PLANNED,
    written: { created: 9, changed: 19, deleted: 29 },
  });
  expect(countsOf(db, "waiting")).toEqual({ planned: null, written: null });
  setState(db, "waiting", "applying");
  expect(countsOf(db, "waiting")).toEqual({
    planned: PLANNED,
    written: { created: 0, changed: 0, deleted: 0 },
  });
});

it("[28.5] leaves an import alone that gets further chunks", () => {
  const db = createDatabase();
  const counts = JSON.stringify({ ...ZERO, created: 2 });
  db.prepare(
    `INSERT INTO changes (id, workspace_id, state, kind, request, actor_id, progress, counts, chunks, done, created_at,
       updated_at) VALUES ('i', 'w', 'applied', 'create', '{}', 'u', '{}', ?, 1, 1, 0, 0)`,
  ).run(counts);
  db.prepare(
    "INSERT INTO change_chunks (change_id, n, counts, places, applied_by) VALUES ('i', 0, ?, '', 'import')",
  ).run(counts);
  db.exec(readFileSync(`migrations/${MIGRATION}`, "utf8"));
  expect(countsOf(db, "i")).toEqual({ planned: null, written: null });
});
