import { judgeHeartbeat } from "../../domain/heartbeat.ts";
import { keeperOf } from "../../durable/heartbeat-keeper.ts";
import type { Env } from "../../env.ts";
import { callConsumer, drainLater, publishLater } from "../../services/publish.ts";
import type { Slot } from "../../storage/commit.ts";
import { readInstallation } from "../../storage/installation.ts";
import {
  advanceKeySweep,
  claimKeySweep,
  dropKeySweep,
  isSweeping,
} from "../../storage/projection/key-sweeps.ts";
import { listLongSlots, listUnknownSlots } from "../../storage/projection/behind.ts";
import { isReprojecting } from "../../storage/projection/reprojections.ts";
import { projectorOf } from "../../storage/projection/projector.ts";
import { isHashedKey, isSnapshotKey, slotOfKey, snapshotKey, storeKey } from "../../storage/snapshots/key.ts";
import { putTombstone } from "../../storage/snapshots/store.ts";
import { publishInJob } from "../publish-in-job.ts";
import { log } from "../../runtime/log.ts";

/** Pages of a thousand keys that one run reads. */
const PAGES = 10;

/**
 * Finds keys of KV that the database does not know, such as those of records that were created after the
 * moment to which it was restored. Counts them, and makes them tombstones where an operator asked for
 * that; but not where the database is not the one that the installation knows.
 */
export async function sweepKeys(env: Env): Promise<void> {
  const nowMs = projectorOf(env).clock();
  // A reprojection has to end first: it makes further slots known.
  if (await isReprojecting(env.DB)) return;
  const sweep = await claimKeySweep(env.DB, nowMs);
  if (sweep === null) return;
  if (sweep.writesTombstones && !(await isOwnDatabase(env))) {
    log("error", "tombstones_refused", {
      reason: "the database is not the one that this installation knows",
    });
    return dropKeySweep(env.DB, sweep);
  }
  let { cursor, unknown } = sweep;
  for (let page = 0; page < PAGES; page++) {
    const listed = await env.SNAPSHOTS.list({ limit: 1_000, ...(cursor !== "" && { cursor }) });
    // A key that expires by itself is already a tombstone.
    const lasting = listed.keys.filter(({ expiration }) => expiration === undefined);
    const names = lasting.map(({ name }) => name).filter(isSnapshotKey);
    const [hashed, plain] = partition(names, isHashedKey);
    const strangers = await listUnknownSlots(env.DB, plain.map(slotOfKey));
    const hashedStrangers = await listUnknownHashes(env.DB, hashed);
    unknown += strangers.length + hashedStrangers.length;
    if (sweep.writesTombstones) await writeTombstones(env, strangers, hashedStrangers);
    if (listed.list_complete) {
      log("warn", "unknown_keys_counted", { keys: unknown, are_tombstones_now: sweep.writesTombstones });
      return advanceKeySweep(env.DB, sweep, { cursor: "", unknown, finishedAtMs: nowMs });
    }
    ({ cursor } = listed);
  }
  await advanceKeySweep(env.DB, sweep, { cursor, unknown, finishedAtMs: null });
  await callConsumer(env, "sweep-keys");
}

function partition<T>(items: T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** A hash does not reveal its slot, so it is compared with the hashes of all long slots. */
async function listUnknownHashes(db: D1Database, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const slots = await listLongSlots(db);
  const known = new Set(
    await Promise.all(slots.map(async ({ host, slot }) => storeKey(snapshotKey(host, slot)))),
  );
  return hashes.filter((hash) => !known.has(hash));
}

/** Adds slots without records to the outbox, whose projection is a tombstone. Writes tombstones of hashes at once. */
async function writeTombstones(env: Env, slots: Slot[], hashes: string[]): Promise<void> {
  const nowMs = projectorOf(env).clock();
  await Promise.all(hashes.map((hash) => putTombstone(env.SNAPSHOTS, hash, nowMs)));
  if (slots.length === 0) return;
  await publishInJob(env, nowMs, (ctx) => publishLater(ctx, [], slots));
  await drainLater(env);
}

async function isOwnDatabase(env: Env): Promise<boolean> {
  const [state, remembered] = await Promise.all([readInstallation(env.DB), keeperOf(env.HEARTBEAT).read()]);
  if (!state.hasHosts || state.heartbeat === null || remembered === null) return false;
  return judgeHeartbeat(state.heartbeat, remembered, true) !== "foreign";
}

/** Resumes a sweep whose message was lost. */
export async function resumeKeySweep(env: Env): Promise<void> {
  if (await isSweeping(env.DB)) await callConsumer(env, "sweep-keys");
}
