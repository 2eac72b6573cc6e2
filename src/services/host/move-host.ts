import { allOf } from "../../all-databases.ts";
import type { Home } from "../../env.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { PLANS } from "../../domain/plan.ts";
import { isWhole } from "../../domain/reach.ts";
import { isAtLeast } from "../../domain/role.ts";
import { ATTEMPTS } from "../../runtime/retry-on-conflict.ts";
import { AssertionError, runBatch } from "../../storage/commit.ts";
import { changeHolder } from "../../storage/claim/holder.ts";
import { selectClaims } from "../../storage/claim/read.ts";
import { type Claim, countRecordsOn, isHeld } from "../../domain/host.ts";
import { insertHostHistory, type NewHostHistoryEntry } from "../../storage/history/write.ts";
import { insertHost } from "../../storage/host/write.ts";
import { actorOf, type Caller, type ServiceContext } from "../context.ts";
import { isStaleOrTaken, retryWrite } from "../is-conflict.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { requireProof } from "../require-proof.ts";
import { done, invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";
import { findCaller } from "../token/find-caller.ts";
import { hashToken, isTokenShaped } from "../token/token.ts";
import { tellHost } from "../webhook/tell-host.ts";
import { passAcross } from "./internal/pass-across.ts";
import { publishHolder } from "./internal/publish-holder.ts";

interface Move {
  /** An owner's token of the workspace that gets the hostname. */
  token?: string;
  /** True if that workspace may get the hostname without having a record on it. */
  empty?: boolean;
}

/** The number of records that each side has on the hostname. */
interface Moved {
  host: Hostname;
  records: { here: number; there: number };
}

/**
 * Moves a hostname to another workspace, whose owner agrees by a token (`POST /host/{host}/move`).
 * It needs no DNS. Records stay with their workspace; the caller's records are paused from now on.
 */
export async function moveHost(
  ctx: ServiceContext,
  host: Hostname,
  draft: Draft<Move>,
): Promise<Result<Moved>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const { token, empty = false } = draft.fields;
  return retryWrite(
    { attempts: ATTEMPTS.rare, isConflict: isStaleOrTaken },
    async (): Promise<Result<Moved>> => {
      const claims = await selectClaims(ctx.env.DB, host);
      const own = claims.find(({ workspaceId: id }) => id === ctx.caller.workspace.id);
      if (own === undefined) return NOT_FOUND;
      if (token === undefined) return invalid(draft.errors);
      if (!isHeld(own)) return invalid({ host: [refuse("not_held")] });
      const hash = isTokenShaped(token) ? await hashToken(token) : null;
      const home = hash === null ? null : await findHome(ctx, hash);
      const other = home?.found;
      if (
        home === null ||
        other === undefined ||
        !isAtLeast(other.role, "owner") ||
        !isWhole(other.reach) ||
        other.workspace.isSuspended ||
        other.workspace.id === ctx.caller.workspace.id
      ) {
        return invalid({ ...draft.errors, token: [refuse("not_other_owner_token")] });
      }
      if (hasFieldErrors(draft.errors)) return invalid(draft.errors);
      const theirs = home.env === ctx.env ? claims : await selectClaims(home.env.DB, host);
      const claim = theirs.find(({ workspaceId: id }) => id === other.workspace.id);
      const records = { here: countRecordsOn(own), there: claim === undefined ? 0 : countRecordsOn(claim) };
      if (records.there === 0 && !empty) {
        const reason = refuse("move_empty", { host });
        return invalid({ empty: [reason] });
      }
      try {
        await move(ctx, own, home, claim, noteResult(ctx, { host, records }));
        return done({ host, records });
      } catch (error) {
        if (error instanceof AssertionError && error.code === "host_limit") {
          return invalid({ token: [refuse("move_no_room")] });
        }
        throw error;
      }
    },
  );
}

/** Finds the owner who takes the hostname, in whichever database. */
async function findHome({ env, nowMs }: ServiceContext, hash: string): Promise<Home<Caller> | null> {
  for (const one of allOf(env)) {
    const found = await findCaller(one.DB, hash, nowMs);
    // The environment of a call may differ from that of its database in what reads it.
    if (found !== null) return { env: one.DATABASE === env.DATABASE ? env : one, found };
  }
  return null;
}

async function move(
  ctx: ServiceContext,
  own: Claim,
  { env, found: other }: Home<Caller>,
  claim: Claim | undefined,
  notes: D1PreparedStatement[],
): Promise<void> {
  const { DB } = ctx.env;
  const { nowMs } = ctx;
  const added =
    claim === undefined
      ? insertHost(
          env.DB,
          {
            host: own.name,
            domain: own.domain,
            tld: own.tld,
            workspaceId: other.workspace.id,
            createdBy: other.user.id,
            connectedVia: ctx.channel,
            nowMs,
          },
          { isWaiting: true, maxHosts: PLANS[other.workspace.plan].maxHosts },
        )
      : [];
  const lost = toEntry(ctx, own.name, false, ctx.caller);
  const held = toEntry(ctx, own.name, true, other);
  if (env !== ctx.env) {
    if (added.length > 0) await runBatch(env.DB, added);
    const taker = (await selectClaims(env.DB, own.name)).find(
      ({ workspaceId: id }) => id === other.workspace.id,
    );
    if (taker === undefined) throw new AssertionError("stale_version");
    return passAcross(ctx, { ...own, env: ctx.env }, { ...taker, env }, { lost, held }, notes);
  }
  const recordCount = countRecordsOn(own) + (claim === undefined ? 0 : countRecordsOn(claim));
  await publishHolder(
    ctx,
    own.name,
    [
      ...added,
      ...changeHolder(DB, {
        host: own.name,
        from: own.workspaceId,
        to: other.workspace.id,
        isProven: false,
        isGiven: true,
        nowMs,
      }),
      insertHostHistory(DB, [lost, held]),
      ...tellHost(ctx, own.workspaceId, own.name, "lost"),
      ...tellHost(ctx, other.workspace.id, own.name, "held"),
      ...notes,
    ],
    recordCount,
  );
}

/** Returns the history entry of one side, with its own token as actor, so that neither side learns the other's. */
function toEntry(
  ctx: ServiceContext,
  host: Hostname,
  isHeldNow: boolean,
  caller: Caller,
): NewHostHistoryEntry {
  return {
    id: newId(ctx.nowMs),
    workspaceId: caller.workspace.id,
    host,
    isHeld: isHeldNow,
    reason: "move",
    actor: actorOf({ ...ctx, caller }),
    channel: ctx.channel,
    createdAtMs: ctx.nowMs,
  };
}
