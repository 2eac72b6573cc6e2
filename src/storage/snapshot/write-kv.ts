import { SNAPSHOT_VERSION, type SnapshotKey } from "../../domain/snapshot.ts";
import { storeKey } from "./key.ts";
import type { Snapshot } from "./memory.ts";

/** Writes to KV. Visits do not evaluate this. */

/** The lifetime of a tombstone. After it, no location can still have the older value. */
const TOMBSTONE_SECONDS = 86_400;

/**
 * Writes a snapshot, or a tombstone for an empty one. Throws as KV does.
 * @param text the snapshot as JSON
 */
export async function writeStore(
  kv: KVNamespace,
  key: SnapshotKey,
  snapshot: Snapshot,
  text: string,
): Promise<void> {
  const options = isTombstone(snapshot) ? { expirationTtl: TOMBSTONE_SECONDS } : {};
  await kv.put(await storeKey(key), text, options);
}

/** Writes a tombstone under a key of KV, for a slot whose name is unknown. Throws as KV does. */
export async function putTombstone(kv: KVNamespace, storedKey: string, seq: number): Promise<void> {
  const tombstone: Snapshot = { v: SNAPSHOT_VERSION, seq, records: [] };
  await kv.put(storedKey, JSON.stringify(tombstone), { expirationTtl: TOMBSTONE_SECONDS });
}

function isTombstone(snapshot: Snapshot): boolean {
  if ("config" in snapshot) return snapshot.config === null;
  return snapshot.records.length === 0 && snapshot.hasQueries !== true;
}
