import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { bareHost, isLocalName, type Hostname } from "../../domain/hostname.ts";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { isPlatformName } from "../../domain/platform-name.ts";
import { candidateRules, splitDomain } from "../../domain/public-suffix.ts";
import { PLANS } from "../../domain/plan.ts";
import { selectClaims, selectPublicSuffixes } from "../../storage/claim/read.ts";
import { ATTEMPTS } from "../../runtime/retry-on-conflict.ts";
import { selectHeldHosts, countWaitingClaims } from "../../storage/host/read.ts";
import { insertHost, MAX_WAITING_CLAIMS, type NewHost } from "../../storage/host/write.ts";
import { isHeld } from "../../domain/host.ts";
import { selectHostCount } from "../../storage/workspace/read.ts";
import { noteActivity, toHostAct } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { isStaleOrTaken, retryWrite } from "../is-conflict.ts";
import { noteResult } from "../keyed-call.ts";
import { done, failed, invalid, type Draft, type Result } from "../result.ts";
import { openResolver } from "./ask-dns.ts";
import { requestCertificate } from "./check-host.ts";
import { getHost } from "./get-host.ts";
import { needsProof, assertNoProofNeeded } from "./internal/needs-proof.ts";
import { reserveHost } from "./reserve-host.ts";
import { publishHolder } from "./internal/publish-holder.ts";
import { ownName } from "./required-dns.ts";
import { tellHost } from "../webhook/tell-host.ts";
import { checkClaims } from "./check-claims.ts";
import type { HostView } from "./types.ts";
import { envList } from "../../runtime/env-list.ts";
import { requireRoom } from "../require-room.ts";

/** The longest wait of a call for DNS, if the hostname needs proof. */
const PROOF_DEADLINE_MS = 3_000;

/**
 * Connects a hostname to the caller's workspace (contract 10.6). Its records answer at once, unless a needed
 * proof is missing, or another workspace holds the hostname; then the claim waits. If no certificate can be
 * requested, the `errors` of the hostname say so, and the call still succeeds.
 */
export async function connectHost(
  ctx: ServiceContext,
  draft: Draft<{ host?: Hostname }>,
): Promise<Result<HostView>> {
  const { host } = draft.fields;
  if (host === undefined || hasFieldErrors(draft.errors)) return invalid(draft.errors);
  const reason = await refuseHost(ctx, host);
  const parts = splitDomain(host, await selectPublicSuffixes(ctx.env.DB, candidateRules(host)));
  if (reason !== null || parts === null) return invalid({ host: [reason ?? refuse("public_suffix")] });
  const full = await requireRoom(ctx.env, 1, ctx.nowMs);
  if (full !== null) return full;
  const { workspace, user } = ctx.caller;
  const claimed = await claim(ctx, {
    host,
    ...parts,
    workspaceId: workspace.id,
    createdBy: user.id,
    connectedVia: ctx.channel,
    nowMs: ctx.nowMs,
  });
  if (!claimed.ok) return claimed;
  if (claimed.value === "waiting") {
    await checkClaims(ctx, host, openResolver(ctx.env.DOH_URL, PROOF_DEADLINE_MS));
  }
  const [held] = await selectHeldHosts(ctx.env.DB, [host]);
  if (held?.workspaceId === workspace.id) await requestCertificate(ctx, held);
  return getHost(ctx, host);
}

/** Inserts the claim. It holds the hostname if no other claim does and no proof is needed. */
async function claim(ctx: ServiceContext, host: NewHost): Promise<Result<"held" | "waiting">> {
  const { DB } = ctx.env;
  const { maxHosts } = PLANS[ctx.caller.workspace.plan];
  return retryWrite(
    { attempts: ATTEMPTS.rare, isConflict: isStaleOrTaken },
    async (): Promise<Result<"held" | "waiting">> => {
      const claims = await selectClaims(DB, host.host);
      if (claims.some(({ workspaceId: id }) => id === host.workspaceId)) {
        return invalid({ host: [refuse("connected")] });
      }
      const isWaiting =
        claims.some(isHeld) || (await needsProof(ctx.env, host)) || !(await reserveHost(ctx, host.host));
      const inserted = insertHost(DB, host, { isWaiting, maxHosts });
      try {
        const noted = [
          ...inserted,
          ...noteActivity(ctx, [toHostAct("created", host.host)]),
          ...tellHost(ctx, host.workspaceId, host.host, "connected"),
          ...noteResult(ctx, { host: host.host }),
        ];
        if (isWaiting) await DB.batch(noted);
        else await publishHolder(ctx, host.host, [assertNoProofNeeded(ctx.env, host), ...noted], 0);
        return done(isWaiting ? "waiting" : "held");
      } catch (error) {
        if (isHostLimit(error)) return refuseLimit(ctx, isWaiting);
        throw error;
      }
    },
  );
}

/** Returns whether the plan has no room. Compares the text, because a waiting claim is inserted without a commit. */
function isHostLimit(error: unknown): boolean {
  return String(error).includes("assertion failed: host_limit");
}

async function refuseLimit({ env, caller }: ServiceContext, isWaiting: boolean): Promise<Result<never>> {
  if (isWaiting && (await countWaitingClaims(env.DB, caller.workspace.id)) >= MAX_WAITING_CLAIMS) {
    const reason = refuse("many_waiting", { count: MAX_WAITING_CLAIMS });
    return invalid({ host: [reason] });
  }
  const used = await selectHostCount(env.DB, caller.workspace.id);
  const allowed = PLANS[caller.workspace.plan].maxHosts ?? used;
  return failed({ code: "plan_limit", limit: "hostnames", used, allowed });
}

/** Returns why no workspace can connect a hostname, or null (contract 10.7). */
async function refuseHost({ env }: ServiceContext, host: Hostname): Promise<Refusal | null> {
  const name = bareHost(host);
  const admin = envList(env.ADMIN_HOSTS);
  const target = ownName(env);
  const suffixes = await selectPublicSuffixes(env.DB, candidateRules(target));
  const domain = splitDomain(target, suffixes)?.domain ?? target;
  if (isPlatformName(host, { admin, target, domain })) return refuse("belongs_to_platform");
  if (!name.includes(".")) return refuse("hostname_labels");
  if (isLocalName(name) && !admin.includes("localhost")) return refuse("local_name");
  return null;
}
