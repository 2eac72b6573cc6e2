import { judgeHeartbeat, type Heartbeat } from "../../domain/heartbeat.ts";
import { keeperOf } from "../../durable/keeper-of.ts";
import type { Env } from "../../env.ts";
import { callConsumer } from "../../services/publish.ts";
import { newId } from "../../services/new-id.ts";
import { makeListsDue } from "../../storage/crawler/list.ts";
import {
  updateMarkerTime,
  upsertHeartbeat,
  selectInstallation,
} from "../../storage/installation/installation.ts";
import { ABSENCE_LIVES_MS } from "../../storage/projection/behind.ts";
import { hasMarker, putMarker } from "../../storage/projection/marker.ts";
import { deleteKeySweepBefore, startKeySweep } from "../../storage/projection/key-sweep.ts";
import { startAllReprojections } from "../../storage/projection/reprojection.ts";
import { yieldToOthers } from "./elsewhere.ts";
import { log } from "../../runtime/log.ts";

/**
 * Writes the heartbeat, first to D1, because a crash between the two writes then leaves the database ahead, which
 * does not look like a restore. If the database was restored to an earlier state, rewrites all its slots. Writes
 * nothing if the installation does not know the database, or if nothing was committed since the last heartbeat: a
 * restore cannot take away what is not there.
 */
export async function beat(env: Env, nowMs: number): Promise<void> {
  const keeper = keeperOf(env);
  // Writers go the other way, so that a run at the same time does not look like a restore.
  const remembered = await keeper.read();
  const state = await selectInstallation(env.DB);
  const verdict = judgeHeartbeat(state.heartbeat, state.isAdopted ? null : remembered, state.hasHosts);
  if (verdict === "foreign") {
    log("error", "foreign_database", {
      message:
        "The database is not the one that this installation knows: nothing is written to KV by itself. See docs/operating.md.",
    });
    return;
  }
  const databaseId = state.heartbeat?.databaseId ?? remembered?.databaseId ?? newId(nowMs);
  const isRestored = verdict === "restored";
  const isEmptied = await lacksMarker(env, nowMs - state.markerPutAtMs);
  if (verdict === "alive" && !isEmptied && !state.isAdopted && isSame(state.heartbeat, remembered)) return;
  const heartbeat = { databaseId, atMs: nowMs, seq: state.seq };
  if (isRestored) await yieldToOthers(env, nowMs);
  const again = isRestored || (isEmptied && state.hasHosts) ? startAllReprojections(env.DB, nowMs) : [];
  // A sweep older than the last heartbeat was started before the restore, so no operator requested its tombstones
  // for this database. An operator started a younger sweep after the restore, so it continues.
  const sweep = isRestored
    ? [deleteKeySweepBefore(env.DB, remembered?.atMs ?? 0), startKeySweep(env.DB, false, nowMs)]
    : [];
  // The values in KV that are not snapshots are also written again.
  const marker = isEmptied ? [updateMarkerTime(env.DB, nowMs), makeListsDue(env.DB)] : [];
  await env.DB.batch([upsertHeartbeat(env.DB, heartbeat), ...again, ...sweep, ...marker]);
  await keeper.write(heartbeat);
  if (isEmptied) await putMarker(env.SNAPSHOTS, env.DATABASE);
  if (again.length === 0) return;
  const cause = isRestored ? "the database was restored to an earlier state" : "KV was emptied or replaced";
  log("warn", "all_snapshots_written_again", { cause });
  await callConsumer(env, "reproject");
  if (isRestored) await callConsumer(env, "sweep-keys");
}

/** Returns whether KV was emptied or replaced. A KV that cannot be read counts as neither. */
async function lacksMarker(env: Env, sincePutMs: number): Promise<boolean> {
  try {
    return !(await hasMarker(env.SNAPSHOTS, env.DATABASE)) && sincePutMs >= ABSENCE_LIVES_MS;
  } catch (error) {
    log("warn", "kv_marker_unreadable", { error: String(error) });
    return false;
  }
}

function isSame(one: Heartbeat | null, other: Heartbeat | null): boolean {
  return one?.atMs === other?.atMs && one?.seq === other?.seq;
}
