import { allOf, namedIn } from "../../../all-databases.ts";
import type { Claim } from "../../../domain/host.ts";
import { isHeld } from "../../../domain/host.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import { HOST_SLOT } from "../../../domain/slot.ts";
import type { Env } from "../../../env.ts";
import { changeHolder, followMove } from "../../../storage/claim/holder.ts";
import {
  copySlots,
  forgetPassedFacts,
  renumberSlots,
  selectPassedFacts,
  stopHoldingQuietly,
  takePassedFacts,
} from "../../../storage/claim/pass.ts";
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
import { runBatch } from "../../../storage/commit.ts";
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
  const { nowMs } = ctx;
  const { name: host, env } = holder;
  const [{ DB: directory }] = allOf(ctx.env);
  await makeClaimsDue(taker.env.DB, host, nowMs).run();
  const passing = { from: env.DATABASE, to: taker.env.DATABASE, workspaceId: taker.workspaceId };
  if (!(await beginPassing(directory, host, passing, nowMs))) return;
  const yieldedTo = entries.lost.reason === "move" ? taker.workspaceId : null;
  try {
    await runBatch(env.DB, [
      ...stopHoldingQuietly(env.DB, holder, yieldedTo, nowMs),
      insertHostHistory(env.DB, [entries.lost]),
      ...tellHost({ ...ctx, env }, holder.workspaceId, host, "lost"),
      ...noted,
    ]);
  } finally {
    // Ends it if the holder still holds the hostname.
    await finishPassing(ctx, host, entries.held);
  }
}

/** Goes on with the passing of a hostname to another database. Returns false if it does not pass. */
export async function finishPassing(
  ctx: PublishContext,
  host: Hostname,
  held?: NewHostHistoryEntry,
): Promise<boolean> {
  const all = allOf(ctx.env);
  const [{ DB: directory }, another] = all;
  const passing = another === undefined ? null : await selectReservation(directory, host);
  if (passing?.passesTo == null) return false;
  const { DB: from } = namedIn(all, bindingOf(passing.database));
  const left = await selectClaims(from, host);
  if (left.some(isHeld)) {
    await endPassing(directory, host, passing.database, ctx.nowMs);
    return true;
  }
  const givers = left.filter(({ yieldedTo }) => yieldedTo === passing.passesFor);
  const env = namedIn(all, bindingOf(passing.passesTo));
  await arrive({ ...ctx, env }, from, host, { to: passing.passesFor, isGiven: givers.length > 0, held });
  for (const { workspaceId } of givers) {
    for (const { DB } of all) await followMove(DB, host, workspaceId, passing.passesFor ?? "").run();
  }
  await endPassing(directory, host, passing.passesTo, ctx.nowMs);
  await forgetPassedFacts(from, host).run();
  await letGo(from, host);
  return true;
}

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
  const count = await copySlots(from, env.DB, host);
  const taker = claims.find(({ workspaceId }) => workspaceId === to);
  const renumber = renumberSlots(env.DB, host);
  // Its workspace may have given up its claim meanwhile.
  if (taker === undefined) return publish(ctx, [renumber], [{ host, slot: HOST_SLOT }], [], host);
  const facts = await selectPassedFacts(from, host);
  const change = { host, from: null, to: taker.workspaceId, isProven: !isGiven, isGiven, nowMs };
  await publishHolder(
    ctx,
    host,
    [
      renumber,
      ...changeHolder(env.DB, change),
      ...(facts === null ? [] : takePassedFacts(env.DB, host, facts, nowMs)),
      insertHostHistory(env.DB, [held ?? toPassing(taker, true, isGiven ? "move" : "proof", nowMs)]),
      ...tellHost(ctx, taker.workspaceId, host, "held"),
    ],
    count,
  );
}
