import { decideHolder, isLocalName, PASSING_DELAY_MS, type Decision } from "../../domain/claim.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { AssertionError, assertThat } from "../../storage/commit.ts";
import {
  changeHolder,
  listClaims,
  updateClaims,
  updateWaitingDns,
  type ClaimRow,
  type ClaimState,
} from "../../storage/claims.ts";
import type { HostError } from "../../storage/host-checks.ts";
import { insertHostHistory, type HostHistoryEntry, type PassingReason } from "../../storage/host-history.ts";
import { countRecordsOn, isHeld } from "../../storage/hosts.ts";
import { newId } from "../new-id.ts";
import type { PublishContext } from "../publish.ts";
import { openResolver, type AskDns } from "./ask-dns.ts";
import { checkDns } from "./check-dns.ts";
import { nextClaimCheckMs } from "./check-rhythm.ts";
import {
  findProofEvidence,
  judgeProof,
  NO_EVIDENCE,
  type FoundProof,
  type ProofEvidence,
} from "./find-proof.ts";
import { needsProof, proofCondition } from "./needs-proof.ts";
import { publishHolder } from "./publish-holder.ts";
import { wantedProof } from "./required-dns.ts";

const MAX_ATTEMPTS = 5;

/**
 * Looks at the proofs of all claims on a hostname, lets the one hold it whose it is, and stores what
 * was found (contract 10.17). A hostname that nobody claims is left alone.
 */
export async function settleClaims(
  ctx: PublishContext,
  host: string,
  ask: AskDns = openResolver(ctx.env.DOH_URL),
): Promise<void> {
  let evidence: ProofEvidence | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const claims = await listClaims(ctx.env.DB, host);
    const [first] = claims;
    if (first === undefined) return;
    evidence ??= await lookUp(ctx, first, ask);
    try {
      await settle(ctx, host, claims, evidence);
      await storeWaitingDns(ctx, host, claims, ask);
      return;
    } catch (error) {
      if (!(error instanceof AssertionError && error.code === "stale_version")) throw error;
    }
  }
  console.warn(`the claims on ${host} changed again and again while they were looked at`);
}

/** Whether DNS leads here is true of the hostname, whoever holds it: waiting claims show it, too. */
async function storeWaitingDns(
  ctx: PublishContext,
  host: string,
  claims: ClaimRow[],
  ask: AskDns,
): Promise<void> {
  const { env, nowMs } = ctx;
  const first = claims.find((claim) => !isHeld(claim));
  if (first === undefined || isLocalName(host)) return;
  const holder = claims.find(isHeld);
  if (holder !== undefined) {
    const dns = { correct: holder.correct === 1, current: JSON.parse(holder.current) as string[] };
    await updateWaitingDns(env.DB, host, dns).run();
    return;
  }
  const dns = await checkDns(env, first, nowMs, ask);
  if (dns.ok) await updateWaitingDns(env.DB, host, dns.value).run();
}

async function lookUp(
  { env, nowMs }: PublishContext,
  { name, domain }: ClaimRow,
  ask: AskDns,
): Promise<ProofEvidence> {
  if (isLocalName(name)) return NO_EVIDENCE;
  return findProofEvidence(env, ask, { host: name, domain }, nowMs);
}

type Judged = ClaimRow & { found: FoundProof; needsProof: boolean };

async function settle(
  ctx: PublishContext,
  host: string,
  claims: ClaimRow[],
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
      workspaceId: claim.workspace_id,
      isHolder: isHeld(claim),
      isHeldWithProof: claim.proven_at !== null,
      proof: claim.found.state,
      needsProof: claim.needsProof,
      connectedAtMs: claim.connected_at,
      absentSinceMs: claim.absent_since,
      yieldedTo: claim.yielded_to,
    })),
    nowMs,
  );
  const before = judged.find(isHeld);
  const after = judged.find(({ workspace_id: id }) => id === decision.holder);
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
      ...(isProven ? [] : [assertNoProofNeeded(ctx, after)]),
      ...(before === undefined ? [] : [assertSameContest(ctx, before, after)]),
      ...changeHolder(env.DB, {
        host,
        from: before?.workspace_id ?? null,
        to: after.workspace_id,
        isProven,
        isGiven: false,
        nowMs,
      }),
      insertHostHistory(env.DB, toHistory(host, before, after, isProven ? "proof" : "free", nowMs)),
      stored,
    ],
    recordCount,
  );
}

function toClaimed({ name, domain, workspace_id: workspaceId }: ClaimRow) {
  return { host: name, domain, workspaceId };
}

function assertNoProofNeeded({ env }: PublishContext, claim: ClaimRow): D1PreparedStatement {
  const { sql, parameters } = proofCondition(env, toClaimed(claim));
  return assertThat(env.DB, "stale_version", `NOT (${sql})`, ...parameters);
}

/** Asserts that no other check has since found the holder's proof, or the claimant's gone. */
function assertSameContest(
  { env }: PublishContext,
  holder: ClaimRow,
  claimant: ClaimRow,
): D1PreparedStatement {
  const condition = `EXISTS (SELECT 1 FROM hosts WHERE host = ? AND proven_at IS ?)
    AND EXISTS (SELECT 1 FROM hosts WHERE host = ? AND absent_since IS ?)`;
  const [of, by] = [holder, claimant];
  return assertThat(env.DB, "stale_version", condition, of.host, of.proven_at, by.host, by.absent_since);
}

function toHistory(
  host: string,
  before: ClaimRow | undefined,
  after: ClaimRow,
  reason: PassingReason,
  nowMs: number,
): HostHistoryEntry[] {
  const sides = [
    ...(before === undefined ? [] : [{ workspaceId: before.workspace_id, isHeld: false }]),
    { workspaceId: after.workspace_id, isHeld: true },
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
  const absentSinceMs = decision.absentSinceMs.get(claim.workspace_id) ?? null;
  const others = (JSON.parse(claim.errors) as HostError[]).filter(({ code }) => !code.startsWith("proof_"));
  const problem = await findProblem(ctx, claim, all, decision, evidence);
  const next = nextClaimCheckMs(
    { waitingSinceMs: claim.waiting_since ?? nowMs, isInconclusive: state === "unknown" },
    nowMs,
  );
  return {
    workspaceId: claim.workspace_id,
    proof: state === "unknown" ? undefined : proof,
    absentSinceMs,
    errors:
      problem === null
        ? others
        : [...others, { scope: "dns", ...problem, updated_at: formatTimestamp(nowMs) }],
    claimDueAtMs: absentSinceMs === null ? next : Math.max(nowMs, absentSinceMs + PASSING_DELAY_MS),
  };
}

async function findProblem(
  { env }: PublishContext,
  claim: Judged,
  all: Judged[],
  decision: Decision,
  { hasOwnTargets }: ProofEvidence,
): Promise<{ code: string; message: string } | null> {
  const holder = all.find(({ workspace_id: id }) => id === decision.holder);
  const isRival = decision.rivals.includes(claim.workspace_id);
  if (claim === holder) {
    const rivals = all.filter(({ workspace_id: id }) => decision.rivals.includes(id));
    if (rivals.length > 0) {
      const records = rivals.map(({ found }) => found.record).join(" and ");
      return conflict(`To keep ${claim.name} for good, remove ${records}.`);
    }
    const isContested = [...decision.absentSinceMs.values()].some((since) => since !== null);
    if (!isContested) return null;
    const wanted = await wantedProof(env, claim, hasOwnTargets);
    const message = `The proof of ${claim.name} was not found, and another workspace proves it: create ${wanted}.`;
    return { code: "proof_missing", message };
  }
  if (isRival) {
    return conflict(`To have ${claim.name} answered by this workspace, remove ${holder?.found.record}.`);
  }
  if (decision.absentSinceMs.get(claim.workspace_id) != null) {
    const message = `The proof of ${claim.name} was found. It passes to this workspace with the next check, in ten minutes.`;
    return { code: "proof_pending", message };
  }
  if (claim.found.state === "unknown") {
    return { code: "proof_unknown", message: `DNS could not be asked for the proof of ${claim.name}.` };
  }
  if (claim.yielded_to !== null && claim.yielded_to === decision.holder) {
    return { code: "proof_yielded", message: `${claim.name} was moved to another workspace.` };
  }
  if (isLocalName(claim.name)) {
    return {
      code: "proof_impossible",
      message: `${claim.name} is in use, and names below .localhost have no proof.`,
    };
  }
  const wanted = await wantedProof(env, claim, hasOwnTargets);
  const message = `${claim.name} is not answered by this workspace until DNS proves it: create ${wanted}.`;
  return { code: "proof_needed", message };
}

function conflict(advice: string): { code: string; message: string } {
  return { code: "proof_conflict", message: `DNS has the proof of two workspaces. ${advice}` };
}
