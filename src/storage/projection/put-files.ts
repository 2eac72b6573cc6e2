import type { Look } from "../../domain/branding.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { log } from "../../runtime/log.ts";
import { mapConcurrent } from "../../runtime/map-concurrent.ts";
import { selectFileText } from "../snapshot/file.ts";
import type { Snapshot } from "../snapshot/memory.ts";
import { PUTS_AT_ONCE, type Projector } from "./projector.ts";

/**
 * Puts the stored files that hostnames show into KV, after their snapshots (contract 33.5). The content of a
 * key never changes, so that no value is outdated. Values that are not put again for a month expire.
 */

const LIFETIME_SECONDS = 30 * 86_400;
/** The shortest time between two puts of a file: many hostnames may show the same logo. */
const PUT_AGAIN_MS = 10 * MINUTE_MS;
const MAX_PUTS = 10_000;

/** The times when this isolate last put each key. */
const putsMs = new WeakMap<KVNamespace, Map<string, number>>();

/** Puts files by their keys. Never rejects, because visits read a file that KV lacks from the database. */
export async function putFiles({ db, kv, clock }: Projector, keys: string[], endMs: number): Promise<void> {
  const known = putsMs.get(kv) ?? new Map<string, number>();
  putsMs.set(kv, known);
  await mapConcurrent(keys, PUTS_AT_ONCE, async (key) => {
    const nowMs = clock();
    if (nowMs >= endMs || nowMs < (known.get(key) ?? -PUT_AGAIN_MS) + PUT_AGAIN_MS) return;
    try {
      const text = await selectFileText(db, key);
      if (text === null) return;
      await kv.put(key, text, { expirationTtl: LIFETIME_SECONDS });
      if (known.size >= MAX_PUTS) known.clear();
      known.set(key, clock());
    } catch (error) {
      log("warn", "file_not_written", { key, error: String(error) });
    }
  });
}

export function fileKeysOf(snapshot: Snapshot): string[] {
  const { logo, pages }: Look = ("config" in snapshot && snapshot.config?.look) || {};
  return [...(logo === undefined ? [] : [logo]), ...Object.values(pages ?? {})].map(({ key }) => key);
}
