import type { DnsProblem } from "../../../domain/dns-judgement.ts";
import { HOST_SLOT } from "../../../domain/source.ts";
import { formatTimestamp } from "../../../domain/timestamp.ts";
import { updateHostState, type HostError, type HostState } from "../../../storage/host-checks.ts";
import type { HostRow } from "../../../storage/hosts.ts";
import { publish, type PublishContext } from "../../publish.ts";
import type { AskDns } from "./ask-dns.ts";
import type { CertificateState } from "./certificate.ts";
import { checkCertificate } from "./check-certificate.ts";
import { checkDns } from "./check-dns.ts";
import { nextCheckMs } from "./check-rhythm.ts";
import { issuesCertificates } from "./custom-hostname-api.ts";

/** Errors of the certificate API, not of the hostname's owner: the next check comes sooner. */
const TRANSIENT_CODES = new Set(["api_timeout", "api_unreachable", "api_malformed", "api_busy"]);

/** Checks DNS and the certificate of a hostname, and stores the findings. */
export async function checkHost(ctx: PublishContext, row: HostRow, ask?: AskDns): Promise<void> {
  const { env, nowMs } = ctx;
  const dns = await checkDns(env, row, nowMs, ask);
  const wasCorrect = row.correct === 1;
  // A resolver that fails says nothing about the name: the last state stays.
  const correct = dns.ok ? dns.value.correct : wasCorrect;
  const turned = correct !== wasCorrect;
  const turnedCorrect = correct && turned;
  const certificate = await checkCertificate(env, row, { isCorrect: correct, turnedCorrect }, nowMs);
  const checked = {
    isCorrect: correct,
    isIssuing: issuesCertificates(env) && row.https_requested === 1 && !certificate.isIssued,
    isInconclusive: !dns.ok || certificate.problems.some(({ code }) => TRANSIENT_CODES.has(code)),
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

/** Requests the certificate of a hostname that has just been connected, or had HTTPS turned on. DNS is checked next. */
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
 * Stores the state of a hostname. Visitors only see whether there is a certificate, so that only a change
 * of that is committed: the daily checks of many hostnames leave their snapshots alone.
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

/** Returns the errors of the last proof check, which stay until the next one. */
function errorsOfProof(row: HostRow): HostError[] {
  return (JSON.parse(row.errors) as HostError[]).filter(({ code }) => code.startsWith("proof_"));
}

function toErrors(scope: HostError["scope"], problems: DnsProblem[], nowMs: number): HostError[] {
  return problems.map(({ code, message }) => ({ scope, code, message, updated_at: formatTimestamp(nowMs) }));
}
