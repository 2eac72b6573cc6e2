/**
 * Detects by heartbeats whether the database was restored: a Durable Object remembers the last heartbeat,
 * and a restored database knows an earlier one (contract 19.8).
 */

/** The last heartbeat, as D1 and the Durable Object each store it. */
export interface Heartbeat {
  /** Made by the first heartbeat of a database. A restored database keeps it. */
  databaseId: string;
  atMs: number;
  /** The number of the last commit at that time. */
  seq: number;
}

type HeartbeatVerdict =
  /** Neither has one: this is the first heartbeat. */
  | "first"
  | "alive"
  /** The database is an earlier state of itself. */
  | "restored"
  /** The database is not the one that the object knows, or it lost everything. */
  | "foreign";

/**
 * Compares the heartbeat in D1 with the one in the Durable Object.
 * @param hasHosts whether any hostname is connected: KV is not restored from a database without one
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
