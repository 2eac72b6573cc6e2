import { refuse } from "../../../domain/refusal/refusal.ts";
import type { DnsProblem } from "../../../domain/dns-judgement.ts";
import { DAY_MS } from "../../../domain/time.ts";
import type { HostCertificate, Host, TxtProof } from "../../../domain/host.ts";
import type { CustomHostname } from "./custom-hostname.ts";

export interface CertificateState {
  certificate: HostCertificate | null;
  isIssued: boolean;
  /** Null if the service does not say. The certificate then counts as issued when it was first seen. */
  issuedAtMs: number | null;
  renewsAtMs: number | null;
  problems: DnsProblem[];
}

/** Certificates are valid for 90 days, and are renewed when 30 days are left. */
const RENEWAL_MS = 30 * DAY_MS;
const MAX_PROBLEMS = 5;

/** The states of a certificate that is no longer served. */
const ENDED = new Set([
  "deleted",
  "pending_deletion",
  "deletion_timed_out",
  "expired",
  "deactivating",
  "inactive",
]);

/** Returns whether a custom hostname is being deleted, so that another one has to be created. */
export function isLeaving({ status }: CustomHostname): boolean {
  return status === "deleted" || status === "pending_deletion";
}

export function needsRenewal(
  { ssl, status }: CustomHostname,
  isWildcard: boolean,
  dns: { isCorrect: boolean; turnedCorrect: boolean },
): boolean {
  if (ssl === null || ssl.isWildcard !== isWildcard) return true;
  const isStuck = status === "moved" || ssl.status.endsWith("_timed_out") || ENDED.has(ssl.status);
  // Validation by TXT records does not need the name to point here.
  if (isStuck) return isWildcard || dns.isCorrect;
  return dns.turnedCorrect && ssl.status === "pending_validation";
}

export function judgeCertificate(
  found: CustomHostname,
  host: Pick<Host, "name" | "certificate" | "certificateIssuedAtMs">,
  nowMs: number,
): CertificateState {
  const { ssl } = found;
  const before = host.certificate;
  const covers = ssl !== null && (ssl.isWildcard || !host.name.startsWith("*."));
  const isActive = covers && ssl.status === "active";
  const expiresAtMs = ssl?.expiresAtMs ?? before?.expiresAtMs ?? null;
  // The service uses the last certificate until the next one is validated.
  const isServing =
    host.certificateIssuedAtMs !== null &&
    before?.id === found.id &&
    covers &&
    !ENDED.has(ssl.status) &&
    (expiresAtMs === null || expiresAtMs > nowMs);
  const isIssued = isActive || isServing;
  return {
    certificate: {
      id: found.id,
      status: ssl?.status ?? "none",
      expiresAtMs,
      proofs: isActive && found.status === "active" ? [] : missingProofs(found),
    },
    isIssued,
    issuedAtMs: isActive ? ssl.issuedAtMs : null,
    renewsAtMs: isIssued && expiresAtMs !== null ? expiresAtMs - RENEWAL_MS : null,
    problems: findProblems(found, isActive),
  };
}

function missingProofs({ ssl, status, ownershipProof }: CustomHostname): TxtProof[] {
  if (ssl?.method !== "txt") return [];
  const validation = ssl.status === "active" ? [] : ssl.validationProofs;
  return ownershipProof === null || status === "active" ? validation : [...validation, ownershipProof];
}

function findProblems(found: CustomHostname, isActive: boolean): DnsProblem[] {
  const { ssl, status } = found;
  const problems: DnsProblem[] = [];
  if (status === "blocked" || status === "pending_blocked") {
    problems.push({ code: "hostname_blocked", reason: refuse("certificate_blocked") });
  }
  if (status !== "active") {
    for (const text of found.verificationErrors)
      problems.push({ code: "verification_failed", reason: refuse("as_written", { text }) });
  }
  if (!isActive && ssl !== null) {
    for (const text of ssl.validationErrors)
      problems.push({ code: "validation_failed", reason: refuse("as_written", { text }) });
    if (ssl.status.endsWith("_timed_out")) {
      const reason = refuse("certificate_late", { status: ssl.status });
      problems.push({ code: "certificate_timed_out", reason });
    }
  }
  return problems.slice(0, MAX_PROBLEMS);
}

/** Returns the last known state for a service that gave no answer. The known expiry still takes effect. */
export function keepCertificate(
  host: Pick<Host, "certificate" | "certificateIssuedAtMs" | "certificateRenewsAtMs">,
  nowMs: number,
  problem: DnsProblem,
): CertificateState {
  const { certificate } = host;
  const expiresAtMs = certificate?.expiresAtMs ?? null;
  const isIssued = host.certificateIssuedAtMs !== null && (expiresAtMs === null || expiresAtMs > nowMs);
  return {
    certificate,
    isIssued,
    issuedAtMs: null,
    renewsAtMs: isIssued ? host.certificateRenewsAtMs : null,
    problems: [problem],
  };
}
