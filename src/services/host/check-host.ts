import type { DnsProblem } from "../../domain/dns-judgement.ts";
import { type HostError, type Host, isHeld } from "../../domain/host.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { updateHostState, type HostState, startHostCheck } from "../../storage/host/check.ts";
import { publish, type PublishContext } from "../publish.ts";
import type { AskDns } from "./ask-dns.ts";
import type { CertificateState } from "./internal/certificate.ts";
import { tellHost } from "../webhook/tell-host.ts";
import { checkCertificate } from "./internal/check-certificate.ts";
import { checkDns } from "./internal/check-dns.ts";
import { issuesCertificates } from "./internal/custom-hostname-api.ts";
import { nextCheckMs } from "./internal/next-check.ts";

/** Errors of the certificate API, which the owner cannot correct. The next check comes sooner. */
const TRANSIENT_CODES = new Set(["api_timeout", "api_unreachable", "api_malformed", "api_busy"]);

async function checkHost(ctx: PublishContext, host: Host, ask?: AskDns): Promise<void> {
  const { env, nowMs } = ctx;
  const dns = await checkDns(env, host, nowMs, ask);
  const wasCorrect = host.isDnsCorrect;
  // A failed resolver says nothing about the name, so the last state stays.
  const correct = dns.ok ? dns.value.correct : wasCorrect;
  const turned = correct !== wasCorrect;
  const turnedCorrect = correct && turned;
  const certificate = await checkCertificate(env, host, { isCorrect: correct, turnedCorrect }, nowMs);
  const checked = {
    isCorrect: correct,
    isIssuing: issuesCertificates(env) && host.httpsRequested && !certificate.isIssued,
    isInconclusive: !dns.ok || certificate.problems.some(({ code }) => TRANSIENT_CODES.has(code)),
    changedAtMs: turned ? nowMs : Math.max(host.connectedAtMs, host.dnsChangedAtMs),
  };
  await store(ctx, host, {
    isDnsCorrect: correct,
    currentDns: dns.ok ? dns.value.current : host.currentDns,
    errors: [
      ...errorsOfProof(host),
      ...toErrors("dns", dns.ok ? dns.value.problems : [dns.failure], nowMs),
      ...toErrors("certificate", certificate.problems, nowMs),
    ],
    ...columnsOf(certificate),
    checkDueAtMs: nextCheckMs(checked, nowMs),
  });
}

/** Requests the certificate of a hostname that was just connected, or had HTTPS turned on. DNS is checked later. */
export async function requestCertificate(ctx: PublishContext, host: Host): Promise<void> {
  const { env, nowMs } = ctx;
  if (!issuesCertificates(env) || !host.httpsRequested) return;
  const isCorrect = host.isDnsCorrect;
  const certificate = await checkCertificate(env, host, { isCorrect, turnedCorrect: false }, nowMs);
  const others = host.errors.filter(({ scope }) => scope !== "certificate");
  await store(ctx, host, {
    isDnsCorrect: isCorrect,
    currentDns: host.currentDns,
    errors: [...others, ...toErrors("certificate", certificate.problems, nowMs)],
    ...columnsOf(certificate),
    checkDueAtMs: nowMs,
  });
}

/**
 * Stores the state of a hostname. Only a change that visitors see, whether there is a certificate, is committed
 * with snapshots. So the daily checks of many hostnames write no snapshots.
 */
async function store(ctx: PublishContext, host: Host, state: HostState): Promise<void> {
  const { env, nowMs } = ctx;
  const willHave = state.isIssued && host.httpsRequested;
  const isHttps = host.certificateIssuedAtMs !== null;
  const facts = { correct: state.isDnsCorrect, https: willHave };
  const news = willHave !== isHttps ? "certificate" : state.isDnsCorrect !== host.isDnsCorrect ? "dns" : null;
  const notes = news === null ? [] : tellHost(ctx, host.workspaceId, host.name, news, facts, true);
  if (willHave === isHttps) {
    const [written] = await env.DB.batch(
      updateHostState(env.DB, host, state, nowMs, { onlyIfUnchanged: true, notes }),
    );
    if ((written?.meta.changes ?? 0) > 0) return;
  }
  const statements = updateHostState(env.DB, host, state, nowMs, { onlyIfUnchanged: false, notes });
  await publish(ctx, statements, [{ host: host.name, slot: HOST_SLOT }]);
}

function columnsOf({ certificate, isIssued, issuedAtMs, renewsAtMs }: CertificateState) {
  return { certificate, isIssued, issuedAtMs, renewsAtMs };
}

/** Returns the errors of the last proof check, which stay until the next proof check. */
function errorsOfProof(host: Host): HostError[] {
  return host.errors.filter(({ code }) => code.startsWith("proof_"));
}

function toErrors(scope: HostError["scope"], problems: DnsProblem[], nowMs: number): HostError[] {
  return problems.map(({ code, reason }) => ({ scope, code, reason, updatedAtMs: nowMs }));
}

const MIN_INTERVAL_MS = 30_000;

/**
 * Checks a hostname unless it was checked in the last 30 seconds (contract 10). Does nothing for a waiting
 * claim, because `checkClaims` checks its proof.
 * @returns whether this call checked the hostname
 */
export async function checkHostIfDue(ctx: PublishContext, host: Host, ask?: AskDns): Promise<boolean> {
  if (!(await startHostCheck(ctx.env.DB, host.key, ctx.nowMs, MIN_INTERVAL_MS))) return false;
  if (isHeld(host)) await checkHost(ctx, host, ask);
  return true;
}
