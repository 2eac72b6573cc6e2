import type { DnsProblem } from "../../domain/dns-judgement.ts";
import { HOST_SLOT } from "../../domain/source.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import {
  claimHostCheck,
  updateHostState,
  type HostError,
  type HostState,
} from "../../storage/host-checks.ts";
import { isHeld, type HostRow } from "../../storage/hosts.ts";
import { publish, type PublishContext } from "../publish.ts";
import type { AskDns } from "./ask-dns.ts";
import type { CertificateState } from "./certificate.ts";
import { checkCertificate } from "./check-certificate.ts";
import { checkDns } from "./check-dns.ts";
import { nextCheckMs } from "./check-rhythm.ts";
import { issuesCertificates } from "./custom-hostname-api.ts";

/** Nobody's fault but that of whoever was asked. */
const PASSING = new Set(["api_timeout", "api_unreachable", "api_malformed", "api_busy"]);

const MIN_INTERVAL_MS = 30_000;

/**
 * Checks a hostname unless somebody did in the last 30 seconds; returns which (contract 10.9). Of a claim
 * that waits there is nothing to check here: `settleClaims` looks at its proof.
 */
export async function checkHostIfDue(ctx: PublishContext, row: HostRow, ask?: AskDns): Promise<boolean> {
  if (!(await claimHostCheck(ctx.env.DB, row.host, ctx.nowMs, MIN_INTERVAL_MS))) return false;
  if (isHeld(row)) await checkHost(ctx, row, ask);
  return true;
}

/** Looks at DNS and certificate of a hostname and stores what was found. */
async function checkHost(ctx: PublishContext, row: HostRow, ask?: AskDns): Promise<void> {
  const { env, nowMs } = ctx;
  const dns = await checkDns(env, row, nowMs, ask);
  const wasCorrect = row.correct === 1;
  // A resolver that fails says nothing of the name: what was, stands.
  const correct = dns.ok ? dns.value.correct : wasCorrect;
  const turned = correct !== wasCorrect;
  const turnedCorrect = correct && turned;
  const certificate = await checkCertificate(env, row, { isCorrect: correct, turnedCorrect }, nowMs);
  const checked = {
    isCorrect: correct,
    isIssuing: issuesCertificates(env) && row.https_requested === 1 && !certificate.isIssued,
    isInconclusive: !dns.ok || certificate.problems.some(({ code }) => PASSING.has(code)),
    changedAtMs: turned ? nowMs : Math.max(row.connected_at, row.turned_at),
  };
  await store(ctx, row, {
    correct,
    current: dns.ok ? dns.value.current : (JSON.parse(row.current) as string[]),
    errors: [
      ...errorsOfProof(row),
      ...toErrors("dns", dns.ok ? dns.value.problems : [dns.failure], nowMs),
      ...toErrors("certificate", certificate.problems, nowMs),
    ],
    ...columnsOf(certificate),
    checkDueAtMs: nextCheckMs(checked, nowMs),
  });
}

/** Asks for the certificate of a hostname that has just come to want one; DNS is looked at next. */
export async function requestCertificate(ctx: PublishContext, row: HostRow): Promise<void> {
  const { env, nowMs } = ctx;
  if (!issuesCertificates(env) || row.https_requested === 0) return;
  const isCorrect = row.correct === 1;
  const certificate = await checkCertificate(env, row, { isCorrect, turnedCorrect: false }, nowMs);
  const others = (JSON.parse(row.errors) as HostError[]).filter(({ scope }) => scope !== "certificate");
  await store(ctx, row, {
    correct: isCorrect,
    current: JSON.parse(row.current) as string[],
    errors: [...others, ...toErrors("certificate", certificate.problems, nowMs)],
    ...columnsOf(certificate),
    checkDueAtMs: nowMs,
  });
}

/**
 * Visitors see of all this no more than whether there is a certificate, so nothing else is worth a
 * commit: with one check a day of each of many hostnames, their snapshots stay as they are.
 */
async function store(ctx: PublishContext, row: HostRow, state: HostState): Promise<void> {
  const { env, nowMs } = ctx;
  const willHave = state.isIssued && row.https_requested === 1;
  if (willHave === (row.ssl_issued_at !== null)) {
    const [written] = await env.DB.batch(
      updateHostState(env.DB, row, state, nowMs, { onlyIfUnchanged: true }),
    );
    if ((written?.meta.changes ?? 0) > 0) return;
  }
  const statements = updateHostState(env.DB, row, state, nowMs, { onlyIfUnchanged: false });
  await publish(ctx, statements, [{ host: row.host, slot: HOST_SLOT }]);
}

function columnsOf({ certificate, isIssued, issuedAtMs, renewsAtMs }: CertificateState) {
  return { certificate, isIssued, issuedAtMs, renewsAtMs };
}

/** What the last look at the claims on the hostname found stands until the next. */
function errorsOfProof(row: HostRow): HostError[] {
  return (JSON.parse(row.errors) as HostError[]).filter(({ code }) => code.startsWith("proof_"));
}

function toErrors(scope: HostError["scope"], problems: DnsProblem[], nowMs: number): HostError[] {
  return problems.map(({ code, message }) => ({ scope, code, message, updated_at: formatTimestamp(nowMs) }));
}
