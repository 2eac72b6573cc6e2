import type { PlainStatement } from "../statement.ts";

/** How far the jobs are that an operator has filed; read by `npm run project`. */

/** The row that `selectJobProgress` reads. */
export interface JobProgressRow {
  /** Notes whose snapshots are still to be written. */
  noted: number;
  /** Slots that are still to be noted. */
  unnoted: number;
  /** 1 while a hostname has still to be taken up, even one without slots. */
  is_reprojecting: number;
  /** Where the walk over keys stands; null where there is no walk. */
  sweep_cursor: string | null;
  sweep_writes_tombstones: number | null;
  /** Keys so far that the database does not know. */
  sweep_unknown: number | null;
  /** 1 or 0. */
  sweep_is_finished: number;
}

/** Returns what reads the progress for one hostname, or for all where it is null. */
export function selectJobProgress(host: string | null): PlainStatement {
  const isWanted = (table: string) => (host === null ? "true" : `${table}host = ?1`);
  return {
    sql: `SELECT
        (SELECT count(*) FROM pending WHERE ${isWanted("")}) AS noted,
        (SELECT count(*) FROM reprojections r CROSS JOIN slots s ON s.host = r.host AND s.slot > r.after
         WHERE ${isWanted("r.")}) AS unnoted,
        EXISTS (SELECT 1 FROM reprojections WHERE ${isWanted("")}) AS is_reprojecting,
        k.cursor AS sweep_cursor, k.writes_tombstones AS sweep_writes_tombstones,
        k.unknown AS sweep_unknown, k.finished_at IS NOT NULL AS sweep_is_finished
      FROM (SELECT 1) LEFT JOIN key_sweeps k ON k.one = 1`,
    parameters: host === null ? [] : [host],
  };
}

/** Returns what tells in `is_known` whether a hostname is connected or ever had a snapshot. */
export function isHostKnown(host: string): PlainStatement {
  return {
    sql: `SELECT EXISTS (SELECT 1 FROM hosts WHERE host = ?1)
        OR EXISTS (SELECT 1 FROM slots WHERE host = ?1) AS is_known`,
    parameters: [host],
  };
}

/** Returns what tells in `has_hosts` whether any hostname is connected. */
export function hasAnyHost(): PlainStatement {
  return { sql: "SELECT EXISTS (SELECT 1 FROM hosts) AS has_hosts", parameters: [] };
}
