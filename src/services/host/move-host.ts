import { hasFieldErrors } from "../../domain/field-error.ts";
import { PLANS } from "../../domain/plan.ts";
import { isAtLeast } from "../../domain/role.ts";
import { AssertionError, isUniqueViolation } from "../../storage/commit.ts";
import { changeHolder, listClaims, type ClaimRow } from "../../storage/claim/write.ts";
import { insertHostHistory, type HostHistoryEntry } from "../../storage/history/host.ts";
import { countRecordsOn, insertHost, isHeld } from "../../storage/host/write.ts";
import { actorOf, type Caller, type ServiceContext } from "../context.ts";
import { newId } from "../new-id.ts";
import { done, failed, invalid, type Draft, type Result } from "../result.ts";
import { findCaller } from "../token/find-caller.ts";
import { hashToken, isTokenShaped } from "../token/token.ts";
import { publishHolder } from "./internal/publish-holder.ts";

interface Move {
  /** An owner's token of the workspace that gets the hostname. */
  token?: string;
  /** Whether it may get the hostname without having any record on it. */
  empty?: boolean;
}

/** How many records each side has on the hostname. */
interface Moved {
  host: string;
  records: { here: number; there: number };
}

const MAX_ATTEMPTS = 5;

/**
 * Gives a hostname to another workspace, whose owner agrees by a token (`POST /host/{host}/move`).
 * Needs no DNS. Records stay with their claims: those of the caller are paused from now on.
 */
export async function moveHost(
  ctx: ServiceContext,
  host: string,
  draft: Draft<Move>,
): Promise<Result<Moved>> {
  const { token, empty = false } = draft.fields;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const claims = await listClaims(ctx.env.DB, host);
    const own = claims.find(({ workspace_id: id }) => id === ctx.caller.workspace.id);
    if (own === undefined) return failed({ code: "not_found" });
    if (token === undefined) return invalid(draft.errors);
    if (!isHeld(own)) return invalid({ host: ["is not held by this workspace"] });
    const hash = isTokenShaped(token) ? await hashToken(token) : null;
    const other = hash === null ? null : await findCaller(ctx.env.DB, hash, ctx.nowMs);
    if (other === null || !isAtLeast(other.role, "owner") || other.workspace.id === ctx.caller.workspace.id) {
      return invalid({ ...draft.errors, token: ["is not an owner's token of another workspace"] });
    }
    if (hasFieldErrors(draft.errors)) return invalid(draft.errors);
    const claim = claims.find(({ workspace_id: id }) => id === other.workspace.id);
    const records = { here: countRecordsOn(own), there: claim === undefined ? 0 : countRecordsOn(claim) };
    if (records.there === 0 && !empty) {
      const reason = `the other workspace has no records on ${host}: send true to move it all the same`;
      return invalid({ empty: [reason] });
    }
    try {
      await move(ctx, own, other, claim);
      return done({ host, records });
    } catch (error) {
      if (error instanceof AssertionError && error.code === "host_limit") {
        return invalid({ token: ["its workspace has no room for another hostname"] });
      }
      const isStale = error instanceof AssertionError && error.code === "stale_version";
      if (!isStale && !isUniqueViolation(error)) throw error;
    }
  }
  return failed({ code: "busy" });
}

async function move(
  ctx: ServiceContext,
  own: ClaimRow,
  other: Caller,
  claim: ClaimRow | undefined,
): Promise<void> {
  const { DB } = ctx.env;
  const { nowMs } = ctx;
  const added =
    claim === undefined
      ? insertHost(
          DB,
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
  const recordCount = countRecordsOn(own) + (claim === undefined ? 0 : countRecordsOn(claim));
  await publishHolder(
    ctx,
    own.name,
    [
      ...added,
      ...changeHolder(DB, {
        host: own.name,
        from: own.workspace_id,
        to: other.workspace.id,
        isProven: false,
        isGiven: true,
        nowMs,
      }),
      insertHostHistory(DB, [toEntry(ctx, own.name, false, ctx.caller), toEntry(ctx, own.name, true, other)]),
    ],
    recordCount,
  );
}

/** Each side is told of its own token, and of nothing of the other's. */
function toEntry(ctx: ServiceContext, host: string, isHeldNow: boolean, caller: Caller): HostHistoryEntry {
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
