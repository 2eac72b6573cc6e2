import { joinRecords } from "../../domain/dns-records.ts";
import type { DnsProblem } from "../../domain/dns-judgement.ts";
import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { isLocalName, type Hostname } from "../../domain/hostname.ts";
import { decideHolder, PASSING_DELAY_MS, type Decision } from "../../domain/claim.ts";
import { log } from "../../runtime/log.ts";
import { retryOnConflict, ATTEMPTS } from "../../runtime/retry-on-conflict.ts";
import { assertSameContest, changeHolder } from "../../storage/claim/holder.ts";
import { selectClaims } from "../../storage/claim/read.ts";
import { updateClaims, updateWaitingDns, type ClaimState } from "../../storage/claim/write.ts";
import { type Claim, countRecordsOn, isHeld } from "../../domain/host.ts";
import { insertHostHistory, type NewHostHistoryEntry } from "../../storage/history/write.ts";
import type { PassingReason } from "../../domain/history.ts";
import { tellHost } from "../webhook/tell-host.ts";
import { isStale } from "../is-conflict.ts";
import { newId } from "../new-id.ts";
import type { PublishContext } from "../publish.ts";
import { openResolver, type AskDns } from "./ask-dns.ts";
import { checkDns } from "./internal/check-dns.ts";
import { nextClaimCheckMs } from "./internal/next-check.ts";
import {
  findProofEvidence,
  judgeProof,
  NO_EVIDENCE,
  type FoundProof,
  type ProofEvidence,
} from "./internal/find-proof.ts";
import { needsProof, assertNoProofNeeded } from "./internal/needs-proof.ts";
import { publishHolder } from "./internal/publish-holder.ts";
import { wantedProof } from "./required-dns.ts";

/**
 * Checks the proofs of all claims on a hostname, makes the winning claim the holder, and stores the findings
 * (contract 10). Does nothing for a hostname without claims.
 */
export async function checkClaims(
  ctx: PublishContext,
  host: Hostname,
  ask: AskDns = openResolver(ctx.env.DOH_URL),
): Promise<void> {
  let evidence: ProofEvidence | undefined;
  const checked = await retryOnConflict({ attempts: ATTEMPTS.rare, isConflict: isStale }, async () => {
    const claims = await selectClaims(ctx.env.DB, host);
    const [first] = claims;
    if (first === undefined) return claims;
    evidence ??= await lookUp(ctx, first, ask);
    await decide(ctx, host, claims, evidence);
    await storeWaitingDns(ctx, host, claims, ask);
    return claims;
  });
  if (checked === null) log("warn", "claims_not_settled", { host, attempts: ATTEMPTS.rare });
}

/** Stores for the waiting claims whether DNS points here, which does not depend on the holder. */
async function storeWaitingDns(
  ctx: PublishContext,
  host: Hostname,
  claims: Claim[],
  ask: AskDns,
): Promise<void> {
  const { env, nowMs } = ctx;
  const first = claims.find((claim) => !isHeld(claim));
  if (first === undefined || isLocalName(host)) return;
  const holder = claims.find(isHeld);
  if (holder !== undefined) {
    await updateWaitingDns(env.DB, host, holder).run();
    return;
  }
  const dns = await checkDns(env, first, nowMs, ask);
  if (!dns.ok) return;
  const { correct: isDnsCorrect, current: currentDns } = dns.value;
  await updateWaitingDns(env.DB, host, { isDnsCorrect, currentDns }).run();
}

async function lookUp(
  { env, nowMs }: PublishContext,
  { name, domain }: Claim,
  ask: AskDns,
): Promise<ProofEvidence> {
  if (isLocalName(name)) return NO_EVIDENCE;
  return findProofEvidence(env, ask, { host: name, domain }, nowMs);
}

type Judged = Claim & { found: FoundProof; needsProof: boolean };

async function decide(
  ctx: PublishContext,
  host: Hostname,
  claims: Claim[],
  evidence: ProofEvidence,
): Promise<void> {
  const { env, nowMs } = ctx;
  const isFree = !claims.some(isHeld);
  const judged = await Promise.all(
    claims.map(async (claim): Promise<Judged> => ({
      ...claim,
      found: await judgeProof(env, claim, evidence),
      needsProof: isFree && (await needsProof(env, toClaimed(claim))),
    })),
  );
  const decision = decideHolder(
    judged.map((claim) => ({
      workspaceId: claim.workspaceId,
      isHolder: isHeld(claim),
      isHeldWithProof: claim.provenAtMs !== null,
      proof: claim.found.state,
      needsProof: claim.needsProof,
      connectedAtMs: claim.connectedAtMs,
      absentSinceMs: claim.absentSinceMs,
      yieldedTo: claim.yieldedTo,
    })),
    nowMs,
  );
  const before = judged.find(isHeld);
  const after = judged.find(({ workspaceId: id }) => id === decision.holder);
  const states = await Promise.all(judged.map((claim) => toState(ctx, claim, judged, decision, evidence)));
  const stored = updateClaims(env.DB, host, states, nowMs);
  if (after === undefined || after === before) {
    await env.DB.batch([stored]);
    return;
  }
  const isProven = after.found.state === "found";
  const recordCount = countRecordsOn(after) + (before === undefined ? 0 : countRecordsOn(before));
  await publishHolder(
    ctx,
    host,
    [
      ...(isProven ? [] : [assertNoProofNeeded(env, toClaimed(after))]),
      ...(before === undefined ? [] : [assertSameContest(env.DB, before, after)]),
      ...changeHolder(env.DB, {
        host,
        from: before?.workspaceId ?? null,
        to: after.workspaceId,
        isProven,
        isGiven: false,
        nowMs,
      }),
      insertHostHistory(env.DB, toHistory(host, before, after, isProven ? "proof" : "free", nowMs)),
      ...(before === undefined ? [] : tellHost(ctx, before.workspaceId, host, "lost")),
      ...tellHost(ctx, after.workspaceId, host, "held"),
      stored,
    ],
    recordCount,
  );
}

function toClaimed({ name, domain, workspaceId }: Claim) {
  return { host: name, domain, workspaceId };
}

function toHistory(
  host: Hostname,
  before: Claim | undefined,
  after: Claim,
  reason: PassingReason,
  nowMs: number,
): NewHostHistoryEntry[] {
  const sides = [
    ...(before === undefined ? [] : [{ workspaceId: before.workspaceId, isHeld: false }]),
    { workspaceId: after.workspaceId, isHeld: true },
  ];
  return sides.map((side) => ({
    ...side,
    id: newId(nowMs),
    host,
    reason,
    actor: { id: "", name: "Signpost" },
    channel: "system",
    createdAtMs: nowMs,
  }));
}

async function toState(
  ctx: PublishContext,
  claim: Judged,
  all: Judged[],
  decision: Decision,
  evidence: ProofEvidence,
): Promise<ClaimState> {
  const { nowMs } = ctx;
  const { state, proof } = claim.found;
  const absentSinceMs = decision.absentSinceMs.get(claim.workspaceId) ?? null;
  const others = claim.errors.filter(({ code }) => !code.startsWith("proof_"));
  const problem = await findProblem(ctx, claim, all, decision, evidence);
  const next = nextClaimCheckMs(
    { waitingSinceMs: claim.waitingSinceMs ?? nowMs, isInconclusive: state === "unknown" },
    nowMs,
  );
  return {
    workspaceId: claim.workspaceId,
    proof: state === "unknown" ? undefined : proof,
    absentSinceMs,
    errors: problem === null ? others : [...others, { scope: "dns", ...problem, updatedAtMs: nowMs }],
    claimDueAtMs: absentSinceMs === null ? next : Math.max(nowMs, absentSinceMs + PASSING_DELAY_MS),
  };
}

async function findProblem(
  { env }: PublishContext,
  claim: Judged,
  all: Judged[],
  decision: Decision,
  { hasOwnTargets }: ProofEvidence,
): Promise<DnsProblem | null> {
  const { name: host, workspaceId, yieldedTo } = claim;
  const holder = all.find((one) => one.workspaceId === decision.holder);
  if (claim === holder) {
    const rivals = all.filter((one) => decision.rivals.includes(one.workspaceId));
    if (rivals.length > 0) {
      const records = rivals.map(({ found }) => found.record);
      return conflict(refuse("proof_keep", { host, record: joinRecords("both", records) }));
    }
    const isContested = [...decision.absentSinceMs.values()].some((since) => since !== null);
    if (!isContested) return null;
    const records = await wantedProof(env, claim, hasOwnTargets);
    return { code: "proof_missing", reason: refuse("proof_missing", { host, records }) };
  }
  if (decision.rivals.includes(workspaceId)) {
    return conflict(refuse("proof_get", { host, record: holder?.found.record ?? "" }));
  }
  if (decision.absentSinceMs.get(workspaceId) != null) {
    return { code: "proof_pending", reason: refuse("proof_found", { host }) };
  }
  if (claim.found.state === "unknown") {
    return { code: "proof_unknown", reason: refuse("proof_unasked", { host }) };
  }
  if (yieldedTo !== null && yieldedTo === decision.holder) {
    return { code: "proof_yielded", reason: refuse("proof_moved", { host }) };
  }
  if (isLocalName(host)) return { code: "proof_impossible", reason: refuse("proof_local", { host }) };
  const records = await wantedProof(env, claim, hasOwnTargets);
  return { code: "proof_needed", reason: refuse("proof_needed", { host, records }) };
}

function conflict(advice: Refusal): DnsProblem {
  return { code: "proof_conflict", reason: refuse("proof_two", { reason: advice }) };
}
