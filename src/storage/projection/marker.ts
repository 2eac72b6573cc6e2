/**
 * The marker: a key that KV has once it was filled. If it is missing, KV was emptied or replaced, and no
 * hostname's snapshots can be trusted to be complete. It sorts behind all other keys, so that deleting
 * keys in their order deletes it last.
 */
const MARKER_KEY = "~filled";
/** How long locations cache it: the least that KV allows. */
const CACHE_SECONDS = 30;

/** Returns whether KV has its marker. Throws as KV does. */
export async function hasMarker(kv: KVNamespace): Promise<boolean> {
  return (await kv.get(MARKER_KEY, { type: "text", cacheTtl: CACHE_SECONDS })) !== null;
}

/** Puts the marker: every hostname has to be behind by then. Throws as KV does. */
export async function putMarker(kv: KVNamespace): Promise<void> {
  await kv.put(MARKER_KEY, "1");
}
