import { assertRun } from "./move.ts";
import { isOwn, keyLine, mayBeOwn, type Shape } from "./shape.ts";
import { runBatch } from "../commit.ts";

/** The triggers on the tables of a workspace that leaves: they note what is written, and refuse it in the end. */

const EVENTS = { INSERT: ["NEW"], UPDATE: ["OLD", "NEW"], DELETE: ["OLD"] };
type Event = keyof typeof EVENTS;
const PREFIX = "moving_";

/** Returns the statements that create the triggers of all tables, without notes of before. @param id of the workspace */
export function listTriggers(shapes: Shape[], id: string): string[] {
  return [
    "DELETE FROM move_notes",
    ...shapes.flatMap((shape) => createTriggers(shape, id)),
    ...createOutboxTriggers(id),
  ];
}

function createTriggers(shape: Shape, id: string): string[] {
  const events = Object.keys(EVENTS) as Event[];
  return events.flatMap((event) => {
    if (shape.isLog && event !== "INSERT") return [];
    const rows = EVENTS[event];
    return create(`${shape.name}_${event.toLowerCase()}`, `AFTER ${event} ON ${shape.name}`, [
      `WHEN ${rows.map((row) => mayBeOwn(shape, row, id)).join(" OR ")}`,
      refuse(
        id,
        `${refusingStates(shape, event)} AND (${rows.map((row) => isOwn(shape, row, id)).join(" OR ")})`,
      ),
      ...(shape.when === "late" ? [] : note(shape, event, rows)),
    ]);
  });
}

/** Nothing of its hostnames is noted for KV once its last snapshots are put. */
function createOutboxTriggers(id: string): string[] {
  return ["pending", "reprojections"].flatMap((table) =>
    create(`${table}_insert`, `BEFORE INSERT ON ${table}`, [
      `WHEN (SELECT workspace_id FROM hosts WHERE host = NEW.host) = '${id}'`,
      refuse(id, "state = 'closed'"),
    ]),
  );
}

function create(name: string, what: string, [when, ...steps]: string[]): string[] {
  return [
    `DROP TRIGGER IF EXISTS ${PREFIX}${name}`,
    `CREATE TRIGGER ${PREFIX}${name} ${what} ${when} BEGIN ${steps.join(" ")} END`,
  ];
}

const refuse = (id: string, condition: string) =>
  `SELECT RAISE(ABORT, 'assertion failed: moving') FROM moves WHERE workspace_id = '${id}' AND ${condition};`;

/** What a call may change or delete without a new row of anything, so that it is still refused once the workspace has left. */
const CHANGED_BY_CALLS: Record<string, string> = { records: "version", misses: "state" };
const DELETED_BY_CALLS = ["records", "sitemaps"];

/**
 * Once the workspace has left, calls that began before are still refused new rows, and what they change without one. Everything
 * else is of no matter then.
 */
function refusingStates({ name, isLog, isUpkeep }: Shape, event: Event): string {
  if (isLog) return "state IN ('folding', 'closed')";
  if (event === "UPDATE") {
    const changed = CHANGED_BY_CALLS[name];
    const isChange = changed === undefined ? "" : `OR state = 'left' AND OLD.${changed} <> NEW.${changed}`;
    return `(state = 'closed' ${isUpkeep === undefined ? "" : `AND NOT ${isUpkeep}`} ${isChange})`;
  }
  const isLate = event === "INSERT" || DELETED_BY_CALLS.includes(name);
  return isLate ? "state IN ('closed', 'left')" : "state = 'closed'";
}

function note({ name, keys, place }: Shape, event: Event, rows: string[]): string[] {
  const lines = rows.map((row) => keyLine(keys, row));
  const gone = event === "DELETE" ? 1 : 0;
  return [
    `DELETE FROM move_notes WHERE name = '${name}' AND key IN (${lines.join(", ")});`,
    `INSERT INTO move_notes (name, key, place, gone)
     ${lines.map((line) => `SELECT '${name}', ${line}, ${place}, ${gone}`).join(" UNION ")};`,
  ];
}

/** Deletes the triggers of all tables, and their notes. */
export async function dropTriggers(db: D1Database, run: string): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, ${PREFIX.length}) = '${PREFIX}'`,
    )
    .all<{ name: string }>();
  await runBatch(db, [
    assertRun(db, run),
    ...results.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
    db.prepare("DELETE FROM move_notes"),
  ]);
}
