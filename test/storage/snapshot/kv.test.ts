import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { exactSlot } from "../../../src/domain/slot.ts";
import { toRequestedSource } from "../../../src/domain/match.ts";
import { snapshotKey } from "../../../src/storage/snapshot/key.ts";
import type { Snapshot } from "../../../src/storage/snapshot/memory.ts";
import { readStore } from "../../../src/storage/snapshot/kv.ts";
import { writeStore } from "../../../src/storage/snapshot/write-kv.ts";
import { hostname } from "../../support/hostname.ts";

it("[20.1] reads more keys than KV gives in one operation", async () => {
  const keys = Array.from({ length: 201 }, (_, index) =>
    snapshotKey(hostname("many.example"), exactSlot(toRequestedSource(`/${index}`, "").folded)),
  );
  for (const [seq, key] of keys.entries()) {
    const snapshot: Snapshot = { v: 1, seq, records: [], hasQueries: true };
    await writeStore(env.SNAPSHOTS, key, snapshot, JSON.stringify(snapshot));
  }
  const found = await readStore(env.SNAPSHOTS, keys, 30, () => undefined);
  expect([...found.keys()]).toEqual(keys);
  expect([...found.values()].map((stored) => typeof stored === "object" && stored.snapshot.seq)).toEqual([
    ...keys.keys(),
  ]);
});
