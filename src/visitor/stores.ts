import type { Hostname } from "../domain/hostname.ts";
import { waitUntil } from "cloudflare:workers";
import { toAddressGroup } from "../domain/address.ts";
import { MINUTE_MS } from "../domain/time.ts";
import { databaseOf } from "../database-of.ts";
import type { Bindings } from "../env.ts";
import type { ProjectionMessage } from "../queue-messages.ts";
import { slotOfKey } from "../storage/snapshot/key.ts";
import { memory } from "../storage/snapshot/memory.ts";
import { readStore } from "../storage/snapshot/kv.ts";
import { LookupLimit } from "./lookup-limit.ts";
import { SnapshotSources, type Stores } from "./snapshot-sources.ts";
import type { Visiting } from "./visit.ts";
import { log } from "../runtime/log.ts";
import { memoizeLast } from "../runtime/memoize-last.ts";

/** Returns the stores of the bindings. All visits with the same bindings get the same object. */
export const storesOf = memoizeLast((env: Bindings): Stores => ({
  memory,
  memoryMs: 1000 * Number(env.MEMORY_SECONDS),
  readStore: (keys) =>
    readStore(env.SNAPSHOTS, keys, Number(env.KV_CACHE_SECONDS), (key, text) => memory.recognize(key, text)),
  readDatabase: async (hosts, slots, listMore) => {
    const { readSnapshots } = await import("../storage/snapshot/read.ts");
    if (!env.DATABASES) return readSnapshots(databaseOf(env).DB, hosts, slots, listMore);
    const { readSeveral } = await import("./read-several.ts");
    return readSeveral(env, hosts, slots, listMore);
  },
  admitMiss: async (address) => (await env.MISS_LIMITER.limit({ key: toAddressGroup(address) })).success,
  lookUpsBehind: new LookupLimit(),
  repair: (keys) => waitUntil(send(env, { kind: "repair", slots: keys.map(slotOfKey) })),
  refill: (host) => requestRefill(env, host),
}));

/** Returns the sources of a visit. There is one object for a visit, because it counts how long the visit waits. */
export function sourcesOf(visiting: Visiting): SnapshotSources {
  return (visiting.sources ??= new SnapshotSources(visiting.nowMs, storesOf(visiting.env)));
}

/** Never rejects. */
async function send(env: Bindings, message: ProjectionMessage): Promise<void> {
  try {
    await env.PROJECTION.send(message);
  } catch (error) {
    log("warn", "projection_message_not_queued", { kind: message.kind, error: String(error) });
  }
}

/** The shortest time between two messages for a hostname. */
const REFILL_INTERVAL_MS = MINUTE_MS;
const MAX_REFILLS = 1_000;
const refillsMs = new Map<string, number>();

function requestRefill(env: Bindings, host: Hostname): void {
  const nowMs = Date.now();
  if (nowMs < (refillsMs.get(host) ?? 0) + REFILL_INTERVAL_MS) return;
  if (refillsMs.size >= MAX_REFILLS) refillsMs.clear();
  refillsMs.set(host, nowMs);
  waitUntil(send(env, { kind: "refill", host }));
}
