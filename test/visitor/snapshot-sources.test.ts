import { expect, it } from "vitest";
import type { HostSnapshot } from "../../src/domain/snapshot.ts";
import { hostKey } from "../../src/storage/snapshot/key.ts";
import { SnapshotMemory } from "../../src/storage/snapshot/memory.ts";
import { LookupLimit } from "../../src/visitor/lookup-limit.ts";
import { SnapshotSources, type Stores } from "../../src/visitor/snapshot-sources.ts";
import { hostname } from "../support/hostname.ts";

const NOW_MS = 1_000;
const HOST = hostname("go.example");
const KEY = hostKey(HOST);

function hostSnapshot(seq: number): HostSnapshot {
  return { v: 1, seq, config: null };
}

/** Stores in which KV has one snapshot. */
function storesWith(snapshot: HostSnapshot): Stores {
  const text = JSON.stringify(snapshot);
  return {
    memory: new SnapshotMemory(),
    memoryMs: 10,
    readStore: async (keys) => new Map(keys.map((key) => [key, { snapshot, text, size: text.length }])),
    readDatabase: () => Promise.reject(new Error("the database is not needed")),
    admitMiss: async () => true,
    lookUpsBehind: new LookupLimit(),
    repair: () => undefined,
    refill: () => undefined,
  };
}

it("depends on the memory entries of the snapshots that were read", async () => {
  const stores = storesWith(hostSnapshot(5));
  const sources = new SnapshotSources(NOW_MS, stores);
  expect(sources.readHost(HOST)).toBeUndefined();
  await sources.fetch([KEY]);
  expect(sources.readHost(HOST)?.seq).toBe(5);
  expect(sources.dependencies()).toEqual(stores.memory.entriesOf([KEY]));
  expect(sources.dependencies()).toMatchObject([{ key: KEY, seq: 5 }]);
});

it("depends on nothing that came after a snapshot was read", async () => {
  const stores = storesWith(hostSnapshot(5));
  const sources = new SnapshotSources(NOW_MS, stores);
  await sources.fetch([KEY]);
  sources.readHost(HOST);
  stores.memory.keep(KEY, { snapshot: hostSnapshot(6), text: "newer", size: 5 }, NOW_MS + 10);
  expect(sources.dependencies()).toEqual([]);
});

it("reads nothing older than what memory has seen", async () => {
  const stores = storesWith(hostSnapshot(5));
  stores.memory.raise(KEY, 6);
  const sources = new SnapshotSources(NOW_MS, stores);
  await sources.fetch([KEY]);
  expect(sources.readHost(HOST)).toBeUndefined();
});
