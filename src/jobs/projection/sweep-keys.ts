import { judgeHeartbeat } from "../../domain/heartbeat.ts";
import { keeperOf } from "../../durable/keeper-of.ts";
import { allOf, othersOf } from "../../all-databases.ts";
import type { Env } from "../../env.ts";
import { drainLater, publishLater } from "../../services/publish.ts";
import type { Slot } from "../../domain/slot.ts";
import { selectHeldInAny } from "../../storage/directory/held.ts";
import { selectHomes } from "../../storage/directory/visit.ts";
import { selectInstallation } from "../../storage/installation/installation.ts";
import { advanceKeySweep, leaseKeySweep, deleteKeySweep } from "../../storage/projection/key-sweep.ts";
import { selectLongSlots, selectUnknownSlots } from "../../storage/projection/behind.ts";
import { isReprojecting } from "../../storage/projection/reprojection.ts";
import { projectorOf } from "../../storage/projection/projector.ts";
import { isHashedKey, isSnapshotKey, slotOfKey, snapshotKey, storeKey } from "../../storage/snapshot/key.ts";
import { putTombstone } from "../../storage/snapshot/write-kv.ts";
import { publishInJob } from "../publish-in-job.ts";
import { log } from "../../runtime/log.ts";
import { partition } from "../../runtime/partition.ts";
import { portionsOf } from "../../services/portion.ts";

/**
 * Searches KV for keys that the database does not know, such as keys of records that were made after the time to
 * which it was restored. Counts them, and makes them tombstones if an operator requested that. A database that is
 * not the installation's own never does.
 * @returns whether keys are left
 */
export async function sweepKeys(env: Env): Promise<boolean> {
  const nowMs = projectorOf(env).clock();
  // Waits, because slots that a reprojection is still writing would count as unknown.
  if (await isReprojecting(env.DB)) return false;
  const sweep = await leaseKeySweep(env.DB, nowMs);
  if (sweep === null) return false;
  if (sweep.writesTombstones && !(await isOwnDatabase(env))) {
    log("error", "tombstones_refused", {
      reason: "the database is not the one that this installation knows",
    });
    await deleteKeySweep(env.DB, sweep);
    return false;
  }
  let { cursor, unknown } = sweep;
  let knownHashes = new Set<string>();
  for (let page = 0; page < portionsOf(env).keyPages; page++) {
    const listed = await env.SNAPSHOTS.list({ limit: 1_000, ...(cursor !== "" && { cursor }) });
    // A key with an expiry is already a tombstone.
    const lasting = listed.keys.filter(({ expiration }) => expiration === undefined);
    const names = lasting.map(({ name }) => name).filter(isSnapshotKey);
    const [hashed, plain] = partition(names, isHashedKey);
    const strangers = await selectUnknownSlots(env.DB, await ownSlots(env, plain.map(slotOfKey)));
    // Read after the keys, because a record may have been created since the last page.
    if (hashed.some((hash) => !knownHashes.has(hash))) knownHashes = await hashLongSlots(env);
    const hashedStrangers = hashed.filter((hash) => !knownHashes.has(hash));
    unknown += strangers.length + hashedStrangers.length;
    if (sweep.writesTombstones) await writeTombstones(env, strangers, hashedStrangers);
    if (listed.list_complete) {
      log("warn", "unknown_keys_counted", { keys: unknown, are_tombstones_now: sweep.writesTombstones });
      await advanceKeySweep(env.DB, sweep, { cursor: "", unknown, finishedAtMs: nowMs });
      return false;
    }
    ({ cursor } = listed);
  }
  await advanceKeySweep(env.DB, sweep, { cursor, unknown, finishedAtMs: null });
  return true;
}

/** Returns the slots whose hostnames belong to this database. */
async function ownSlots(env: Env, slots: Slot[]): Promise<Slot[]> {
  const [first, another] = allOf(env);
  if (another === undefined) return slots;
  const hosts = [...new Set(slots.map(({ host }) => host))];
  // A directory that was restored does not know all.
  const foreign = new Set((await selectHeldInAny(othersOf(env), hosts)).map(({ name }) => name));
  const homes = await selectHomes(first.DB, hosts);
  return slots.filter(({ host }) => {
    const home = homes.get(host);
    return !foreign.has(host) && home?.isPassing !== true && home?.database === env.DATABASE;
  });
}

/** Returns the hashed keys of all long slots of all databases, because the slot cannot be computed from a hash. */
async function hashLongSlots(env: Env): Promise<Set<string>> {
  const slots = (await Promise.all(allOf(env).map(({ DB }) => selectLongSlots(DB)))).flat();
  return new Set(await Promise.all(slots.map(async ({ host, slot }) => storeKey(snapshotKey(host, slot)))));
}

/** Adds slots without records, whose projection is a tombstone, to the outbox. Writes tombstones of hashes at once. */
async function writeTombstones(env: Env, slots: Slot[], hashes: string[]): Promise<void> {
  const nowMs = projectorOf(env).clock();
  await Promise.all(hashes.map((hash) => putTombstone(env.SNAPSHOTS, hash, nowMs)));
  if (slots.length === 0) return;
  await publishInJob(env, nowMs, (ctx) => publishLater(ctx, [], slots));
  await drainLater(env);
}

async function isOwnDatabase(env: Env): Promise<boolean> {
  const [state, remembered] = await Promise.all([selectInstallation(env.DB), keeperOf(env).read()]);
  if (!state.hasHosts || state.heartbeat === null || remembered === null) return false;
  return judgeHeartbeat(state.heartbeat, remembered, true) !== "foreign";
}
