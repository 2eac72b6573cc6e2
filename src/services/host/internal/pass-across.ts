import { log } from "../../../runtime/log.ts";
import { allOf, namedIn } from "../../../all-databases.ts";
import { type Claim, countRecordsOn, isHeld } from "../../../domain/host.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import { MINUTE_MS } from "../../../domain/time.ts";
import { HOST_SLOT } from "../../../domain/slot.ts";
import type { Env } from "../../../env.ts";
import { forgetFacts, selectHostFacts, takeFacts } from "../../../storage/claim/fact.ts";
import { changeHolder, followMove } from "../../../storage/claim/holder.ts";
import { copySlots, renumberSlots, stopHoldingQuietly } from "../../../storage/claim/pass.ts";
import { selectClaims } from "../../../storage/claim/read.ts";
import { makeClaimsDue } from "../../../storage/claim/write.ts";
import {
  beginPassing,
  bindingOf,
  endPassing,
  letGo,
  raiseSequence,
  selectReservation,
  selectSequence,
} from "../../../storage/directory/reservation.ts";
import { isPassing } from "../../../storage/move/move.ts";
import { AssertionError, runBatch } from "../../../storage/commit.ts";
import { insertHostHistory, type NewHostHistoryEntry } from "../../../storage/history/write.ts";
import { tellHost } from "../../webhook/tell-host.ts";
import { publish, type PublishContext } from "../../publish.ts";
import { publishHolder } from "./publish-holder.ts";
import { toPassing } from "./to-passing.ts";

/** A claim, and the environment of its workspace's database. */
export type PlacedClaim = Claim & { env: Env };

/**
 * Passes a hostname from a workspace of one database to one of another (contract 39.4). Visits that KV answers go on as
 * before, and those that would have to ask a database wait until it has passed. Whatever stops this, the check of claims
 * goes on with it.
 * @param entries the history of both sides; of a move, the holder yields to the taker
 * @param noted goes with the commit that ends the holder's claim
 * @throws AssertionError `stale_version` if the holder's proof was found since, or a snapshot has still to be written
 */
export async function passAcross(
  ctx: PublishContext,
  holder: PlacedClaim,
  taker: PlacedClaim,
  entries: { lost: NewHostHistoryEntry; held: NewHostHistoryEntry },
  noted: D1PreparedStatement[] = [],
): Promise<void> {
  const nowMs = Math.max(ctx.nowMs, Date.now());
  const { name: host, env } = holder;
  const [{ DB: directory }] = allOf(ctx.env);
  await makeClaimsDue(taker.env.DB, host, nowMs).run();
  const passing = { from: env.DATABASE, to: taker.env.DATABASE, workspaceId: taker.workspaceId };
  if (!(await beginPassing(directory, host, passing, nowMs))) throw new AssertionError("stale_version");
  const isGiven = entries.lost.reason === "move";
  try {
    if (!isGiven) await requireSameTaker(taker);
    await runBatch(env.DB, [
      ...stopHoldingQuietly(env.DB, holder, isGiven ? taker.workspaceId : null, nowMs),
      insertHostHistory(env.DB, [entries.lost]),
      ...tellHost({ ...ctx, env }, holder.workspaceId, host, "lost"),
      ...noted,
    ]);
  } catch (error) {
    // Of any other failure it is not known whether the batch is still written.
    const begun = error instanceof AssertionError ? await selectReservation(directory, host) : null;
    if (begun !== null) await endPassing(directory, host, begun, false);
    throw error;
  }
  try {
    await finishPassing(ctx, host, entries.held);
  } catch (error) {
    // Whoever checks the claims next goes on with it, or has done so.
    log("warn", "host_passes_later", { host, error: String(error) });
  }
}

/** @throws AssertionError `stale_version` if a check has since missed the taker's proof, or found the holder's */
async function requireSameTaker({ env, name, workspaceId, absentSinceMs }: PlacedClaim): Promise<void> {
  const claims = await selectClaims(env.DB, name);
  const now = claims.find((claim) => claim.workspaceId === workspaceId);
  if (now?.absentSinceMs !== absentSinceMs) throw new AssertionError("stale_version");
}

/** No batch is written so long after its passing has begun: D1 ends queries after 30 seconds. */
const BEGUN_MS = 3 * MINUTE_MS;

/**
 * Goes on with the passing of a hostname to another database. Returns false while the hostname still passes, because
 * whoever passes it may still be about to end the holder's claim.
 */
export async function finishPassing(
  ctx: PublishContext,
  host: Hostname,
  held?: NewHostHistoryEntry,
): Promise<boolean> {
  const all = allOf(ctx.env);
  const [{ DB: directory }, another] = all;
  const passing = another === undefined ? null : await selectReservation(directory, host);
  if (passing === null || passing.passesTo === null) return true;
  const { DB: from } = namedIn(all, bindingOf(passing.database));
  const left = await selectClaims(from, host);
  // It passes together with its workspace, whose move ends it.
  if (passing.passesFor !== null && (await isPassing(from, passing.passesFor))) return false;
  if (left.some(isHeld)) {
    if (Math.max(ctx.nowMs, Date.now()) < passing.reservedAtMs + BEGUN_MS) return false;
    await endPassing(directory, host, passing, false);
    return true;
  }
  // The claim that held it has waited for the shortest time.
  const [holder] = left.toSorted((a, b) => (b.waitingSinceMs ?? 0) - (a.waitingSinceMs ?? 0));
  const isGiven = holder !== undefined && holder.yieldedTo === passing.passesFor;
  const env = namedIn(all, bindingOf(passing.passesTo));
  await arrive({ ...ctx, env }, from, host, { to: passing.passesFor, isGiven, held });
  if (isGiven) {
    for (const { DB } of all) await followMove(DB, host, holder.workspaceId, passing.passesFor ?? "").run();
  }
  await forgetFacts(from, "name", host).run();
  for (let steps = 0; (await letGo(from, host)) === null; steps++) {
    if (steps === MAX_STEPS) throw new Error(`the slots of ${host} are still there`);
  }
  await endPassing(directory, host, passing, true);
  return true;
}

/** The most steps in which the slots of a hostname are forgotten. */
const MAX_STEPS = 200;

/** Makes a claim in the environment's database the holder. Its commit is above all numbers of the other database. */
async function arrive(
  ctx: PublishContext,
  from: D1Database,
  host: Hostname,
  { to, isGiven, held }: { to: string | null; isGiven: boolean; held: NewHostHistoryEntry | undefined },
): Promise<void> {
  const { env, nowMs } = ctx;
  const claims = await selectClaims(env.DB, host);
  if (claims.some(isHeld)) return;
  await raiseSequence(env.DB, await selectSequence(from));
  const count = await copySlots(from, env.DB, [host]);
  const taker = claims.find(({ workspaceId }) => workspaceId === to);
  const renumber = renumberSlots(env.DB, host);
  // Its workspace may have given up its claim meanwhile.
  if (taker === undefined) return publish(ctx, [renumber], [{ host, slot: HOST_SLOT }], [], host);
  const facts = await selectHostFacts(from, host);
  const change = { host, from: null, to: taker.workspaceId, isProven: !isGiven, isGiven, nowMs };
  await publishHolder(
    ctx,
    host,
    [
      renumber,
      ...changeHolder(env.DB, change),
      ...(facts === null ? [] : takeFacts(env.DB, host, "?2", facts, nowMs)),
      insertHostHistory(env.DB, [held ?? toPassing(taker, true, isGiven ? "move" : "proof", nowMs)]),
      ...tellHost(ctx, taker.workspaceId, host, "held"),
    ],
    count + countRecordsOn(taker),
  );
}
