import { joinRecords } from "../../domain/dns-records.ts";
import type { DnsProblem } from "../../domain/dns-judgement.ts";
import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { isLocalName, type Hostname } from "../../domain/hostname.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { decideHolder, PASSING_DELAY_MS, type Decision } from "../../domain/claim.ts";
import { log } from "../../runtime/log.ts";
import { retryOnConflict, ATTEMPTS } from "../../runtime/retry-on-conflict.ts";
import { assertSameContest, changeHolder } from "../../storage/claim/holder.ts";
import { selectClaims } from "../../storage/claim/read.ts";
import { selectAway } from "../../storage/move/move.ts";
import { updateClaims, updateWaitingDns, type ClaimState } from "../../storage/claim/write.ts";
import { type Claim, countRecordsOn, type Host, type HostError, isHeld } from "../../domain/host.ts";
import { insertHostHistory } from "../../storage/history/write.ts";
import { tellHost } from "../webhook/tell-host.ts";
import { isStale } from "../is-conflict.ts";
import type { Env } from "../../env.ts";
import type { PublishContext } from "../publish.ts";
import { allOf } from "../../all-databases.ts";
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
import { reserveHost } from "./reserve-host.ts";
import { finishPassing, passAcross, type PlacedClaim } from "./internal/pass-across.ts";
import { toPassing } from "./internal/to-passing.ts";
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
    if (!(await finishPassing(ctx, host))) return [];
    const claims = await selectAllClaims(ctx, host);
    const [first] = claims;
    if (first === undefined) return claims;
    evidence ??= await lookUp(ctx, first, ask);
    await decide(ctx, host, claims, evidence);
    await storeWaitingDns(ctx, host, claims, ask);
    return claims;
  });
  if (checked === null) log("warn", "claims_not_settled", { host, attempts: ATTEMPTS.rare });
}

/** Without the claims of workspaces that have still to arrive in a database, or have left it. */
async function selectAllClaims({ env }: PublishContext, host: Hostname): Promise<PlacedClaim[]> {
  const all = allOf(env);
  const lists = all.map(async (one) => {
    const away = all.length === 1 ? [] : await selectAway(one.DB);
    const claims = (await selectClaims(one.DB, host)).filter(
      ({ workspaceId }) => !away.includes(workspaceId),
    );
    return claims.map((claim) => ({ ...claim, env: one }));
  });
  return (await Promise.all(lists)).flat();
}

/** Stores for the waiting claims whether DNS points here, which does not depend on the holder. */
async function storeWaitingDns(
  ctx: PublishContext,
  host: Hostname,
  claims: PlacedClaim[],
  ask: AskDns,
): Promise<void> {
  const waiting = claims.filter((claim) => !isHeld(claim));
  const [first] = waiting;
  if (first === undefined || isLocalName(host)) return;
  let state: Pick<Host, "isDnsCorrect" | "currentDns"> | undefined = claims.find(isHeld);
  if (state === undefined) {
    const dns = await checkDns(ctx.env, first, ctx.nowMs, ask);
    if (!dns.ok) return;
    state = { isDnsCorrect: dns.value.correct, currentDns: dns.value.current };
  }
  for (const { DB } of new Set(waiting.map(({ env }) => env))) await updateWaitingDns(DB, host, state).run();
}

async function lookUp(
  { env, nowMs }: PublishContext,
  { name, domain }: Claim,
  ask: AskDns,
): Promise<ProofEvidence> {
  if (isLocalName(name)) return NO_EVIDENCE;
  return findProofEvidence(env, ask, { host: name, domain }, nowMs);
}

type Judged = PlacedClaim & { found: FoundProof; needsProof: boolean };

async function decide(
  ctx: PublishContext,
  host: Hostname,
  claims: PlacedClaim[],
  evidence: ProofEvidence,
): Promise<void> {
  const { nowMs } = ctx;
  const isFree = !claims.some(isHeld);
  const judged = await Promise.all(
    claims.map(async (claim): Promise<Judged> => ({
      ...claim,
      found: await judgeProof(claim.env, claim, evidence),
      needsProof: isFree && (await needsProof(claim.env, toClaimed(claim))),
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
  // With a holder, the hostname is where the holder is.
  const isElsewhere =
    before === undefined && after !== undefined && !(await reserveHost({ env: after.env, nowMs }, host));
  if (isElsewhere) {
    for (const state of states.filter(({ workspaceId }) => workspaceId === after.workspaceId)) {
      state.errors.push(elsewhere(host, nowMs));
      state.claimDueAtMs = nowMs + MINUTE_MS;
    }
  }
  const storeIn = ({ DB, DATABASE }: Env) => {
    const own = states.filter((_, index) => judged[index]?.env.DATABASE === DATABASE);
    return own.length === 0 ? [] : [updateClaims(DB, host, own, nowMs)];
  };
  const isPassing = after !== undefined && after !== before && !isElsewhere;
  if (isPassing && before !== undefined && before.env !== after.env) {
    await passAcross(ctx, before, after, {
      lost: toPassing(before, false, "proof", nowMs),
      held: toPassing(after, true, "proof", nowMs),
    });
  } else if (isPassing) {
    await passWithin({ ...ctx, env: after.env }, before, after, storeIn(after.env));
    if (allOf(ctx.env).length === 1) return;
  }
  for (const one of allOf(ctx.env)) {
    const stored = storeIn(one);
    if (stored.length > 0) await one.DB.batch(stored);
  }
}

/** Makes a claim the holder in place of one of the same database, or of none. @param noted goes with the commit */
async function passWithin(
  ctx: PublishContext,
  before: Judged | undefined,
  after: Judged,
  noted: D1PreparedStatement[],
): Promise<void> {
  const { env, nowMs } = ctx;
  const { name: host } = after;
  const isProven = after.found.state === "found";
  const reason = isProven ? "proof" : "free";
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
      insertHostHistory(env.DB, [
        ...(before === undefined ? [] : [toPassing(before, false, reason, nowMs)]),
        toPassing(after, true, reason, nowMs),
      ]),
      ...(before === undefined ? [] : tellHost(ctx, before.workspaceId, host, "lost")),
      ...tellHost(ctx, after.workspaceId, host, "held"),
      ...noted,
    ],
    recordCount,
  );
}

function elsewhere(host: Hostname, nowMs: number): HostError {
  const reason = refuse("proof_elsewhere", { host });
  return { scope: "dns", code: "proof_elsewhere", reason, updatedAtMs: nowMs };
}

function toClaimed({ name, domain, workspaceId }: Claim) {
  return { host: name, domain, workspaceId };
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
