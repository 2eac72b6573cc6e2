/**
 * The marker of a database: a key that KV has once it was filled from it. If it is missing, KV was emptied or replaced, and
 * the snapshots of hostnames may be incomplete. It sorts after all other keys, so that deleting keys in their
 * order deletes it last.
 */
function markerKey(database: string | undefined): string {
  return database === undefined ? "~filled" : `~filled ${database}`;
}

/** The time for which locations cache the marker: the least that KV allows. */
const CACHE_SECONDS = 30;

/** @param database the binding of the database; absent for the first */
export async function hasMarker(kv: KVNamespace, database?: string): Promise<boolean> {
  return (await kv.get(markerKey(database), { type: "text", cacheTtl: CACHE_SECONDS })) !== null;
}

/** Puts the marker. Every hostname of the database must already be behind. Throws as KV does. */
export async function putMarker(kv: KVNamespace, database?: string): Promise<void> {
  await kv.put(markerKey(database), "1");
}
