/**
 * A key of KV that says that KV is the one that was filled: where it is missing, KV was emptied or
 * replaced, and no hostname's snapshots can be taken for complete. It sorts behind all others, so
 * whoever deletes keys in their order deletes it last.
 */
const MARKER_KEY = "~filled";
/** Locations keep it for so long. Seconds; the least that KV takes. */
const CACHE_SECONDS = 30;

/** Whether KV has its marker. Throws as KV does. */
export async function hasMarker(kv: KVNamespace): Promise<boolean> {
  return (await kv.get(MARKER_KEY, { type: "text", cacheTtl: CACHE_SECONDS })) !== null;
}

/** Puts the marker: every hostname has to be behind by then. Throws as KV does. */
export async function putMarker(kv: KVNamespace): Promise<void> {
  await kv.put(MARKER_KEY, "1");
}
