/**
 * The marker: a key that KV has once it was filled. If it is missing, KV was emptied or replaced, and the
 * snapshots of hostnames may be incomplete. It sorts after all other keys, so that deleting keys in their
 * order deletes it last.
 */
const MARKER_KEY = "~filled";
/** The time for which locations cache the marker: the least that KV allows. */
const CACHE_SECONDS = 30;

export async function hasMarker(kv: KVNamespace): Promise<boolean> {
  return (await kv.get(MARKER_KEY, { type: "text", cacheTtl: CACHE_SECONDS })) !== null;
}

/** Puts the marker. Every hostname must already be behind. Throws as KV does. */
export async function putMarker(kv: KVNamespace): Promise<void> {
  await kv.put(MARKER_KEY, "1");
}
