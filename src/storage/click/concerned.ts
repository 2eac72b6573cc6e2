import { batchIdTime } from "../../clicks/batch-id.ts";
import { isMiss } from "../../clicks/miss-tally.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { partition } from "../../runtime/partition.ts";
import type { Click, ClickMessage, Miss } from "../../queue-messages.ts";
import { assertThat } from "../commit.ts";

/** `?1` lists ids of records, `?2` hostnames. Deleted records count as long as an undo can bring them back. */
const known = (from: string) => `
  SELECT j.value AS thing, o.workspace_id AS workspaceId, m.state, m.arrived_at AS arrivedAtMs FROM ${from}
  LEFT JOIN moves m ON m.workspace_id = o.workspace_id`;
const SELECT_KNOWN = [
  "json_each(?1) j CROSS JOIN records o ON o.id = j.value",
  "json_each(?1) j CROSS JOIN records_aside o ON o.id = j.value",
  "json_each(?2) j CROSS JOIN hosts o ON o.host = j.value",
]
  .map(known)
  .join(" UNION ALL ");

interface Known {
  thing: string;
  workspaceId: string;
  /** Of the move of its workspace; null if it does not move. */
  state: string | null;
  /** When its workspace arrived from another database; null if it has always been here. */
  arrivedAtMs: number | null;
}

/** What a database stores of messages. */
export interface Parts {
  stored: { of: ClickMessage; part: ClickMessage }[];
  /** The records and hostnames of its own. */
  own: Set<string>;
  /** Those of workspaces that have still to arrive. Another database has to store what they got. */
  arriving: Set<string>;
  /** Which workspaces move, as it was found, as JSON: `[id, state, move]` of each. Nothing is stored once this has changed. */
  moves: string;
}

/** Clocks of isolates differ by less. */
const CLOCKS_MS = MINUTE_MS;

const MOVES = "(SELECT json_group_array(json_array(workspace_id, state, id)) FROM moves)";

/** Asserts that the same workspaces move as in `Parts`. */
export function assertMoves(db: D1Database, { moves }: Parts): D1PreparedStatement {
  return assertThat(db, "stale_version", `${MOVES} = ?`, moves);
}

/**
 * Returns what a database has to store of messages: the clicks of its records, and the misses of its hostnames. Those of a
 * workspace that has arrived since have an id of their own, by which the database that it left has counted them, or not.
 */
export async function selectParts(db: D1Database, messages: ClickMessage[]): Promise<Parts> {
  const clicks = messages.flatMap((message) => message.clicks);
  const ids = new Set(clicks.flatMap((click) => (isMiss(click) ? [] : [click[0]])));
  const hosts = new Set(clicks.flatMap((click) => (isMiss(click) ? [click[8]] : [])));
  const [moving, listed] = await db.batch<Known & { moves: string }>([
    db.prepare(`SELECT ${MOVES} AS moves`),
    db.prepare(SELECT_KNOWN).bind(JSON.stringify([...ids]), JSON.stringify([...hosts])),
  ]);
  const [away, here] = partition(
    listed?.results ?? [],
    ({ state }) => state === "arriving" || state === "left",
  );
  const found = new Map(here.map((one) => [one.thing, one]));
  const stored = messages.flatMap((message) => {
    const own = message.clicks.filter((click) => found.has(thingOf(click)));
    const parts = Map.groupBy(own, (click) => partOf(message, found.get(thingOf(click))));
    return Array.from(parts, ([id, clicks]) => ({ of: message, part: { ...message, id, clicks } }));
  });
  return {
    stored,
    own: new Set(found.keys()),
    arriving: new Set(away.flatMap(({ state, thing }) => (state === "arriving" ? [thing] : []))),
    moves: moving?.results[0]?.moves ?? "[]",
  };
}

/** Returns the id of the record that got a click, or the hostname that got a miss. */
export const thingOf = (click: Click | Miss): string => (isMiss(click) ? click[8] : click[0]);

function partOf({ id }: ClickMessage, known: Known | undefined): string {
  const arrivedAtMs = known?.arrivedAtMs ?? null;
  const isFromBefore = arrivedAtMs !== null && batchIdTime(id) <= arrivedAtMs + CLOCKS_MS;
  return isFromBefore ? `${id}@${known?.workspaceId}` : id;
}
