import type { Hostname } from "../../domain/hostname.ts";
import type { PlainStatement } from "../statement.ts";

/** The progress of the jobs that an operator has started. `npm run project` reads it. */

export interface JobProgressRow {
  /** The number of notes that are left in the outbox. */
  noted: number;
  /** The number of slots that are still to be noted. */
  unnoted: number;
  /** 1 while a hostname is left to reproject, even if it has no slots; else 0. */
  is_reprojecting: number;
  /** The position of the sweep over keys; null if none runs. */
  sweep_cursor: string | null;
  sweep_writes_tombstones: number | null;
  /** The number of keys so far that the database does not know. */
  sweep_unknown: number | null;
  /** 1 or 0. */
  sweep_is_finished: number;
}

/** Returns the statement that reads the progress of one hostname, or of all if `host` is null. */
export function selectJobProgress(host: Hostname | null): PlainStatement {
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

/** Returns the statement that returns in `is_known` whether a hostname is connected or ever had a snapshot. */
export function isHostKnown(host: Hostname): PlainStatement {
  return {
    sql: `SELECT EXISTS (SELECT 1 FROM hosts WHERE host = ?1)
        OR EXISTS (SELECT 1 FROM slots WHERE host = ?1) AS is_known`,
    parameters: [host],
  };
}

/** Returns the statement that returns in `has_hosts` whether any hostname is connected. */
export function hasAnyHost(): PlainStatement {
  return { sql: "SELECT EXISTS (SELECT 1 FROM hosts) AS has_hosts", parameters: [] };
}
