/**
 * Finds out by heartbeats whether the database was restored: a Durable Object remembers the last heartbeat,
 * and a restored database knows an earlier one (contract 19.8).
 */

/** What D1 and the Durable Object each know of the last heartbeat. */
export interface Heartbeat {
  /** Made by the first heartbeat of a database; a restore brings it back with the rest. */
  databaseId: string;
  atMs: number;
  /** The number of the last commit by then. */
  seq: number;
}

type HeartbeatVerdict =
  /** Neither knows of any: this is the first. */
  | "first"
  | "alive"
  /** The database is an earlier state of itself. */
  | "restored"
  /** Another database than the one that the object knows, or one that lost everything. */
  | "foreign";

/**
 * Compares what D1 knows with what the Durable Object remembers.
 * @param hasHosts whether any hostname is connected: a database without one is none to restore KV from
 */
export function judgeHeartbeat(
  inDatabase: Heartbeat | null,
  remembered: Heartbeat | null,
  hasHosts: boolean,
): HeartbeatVerdict {
  if (remembered === null) return inDatabase === null ? "first" : "alive";
  if (inDatabase === null || inDatabase.databaseId !== remembered.databaseId) return "foreign";
  if (inDatabase.atMs >= remembered.atMs && inDatabase.seq >= remembered.seq) return "alive";
  return hasHosts ? "restored" : "foreign";
}
