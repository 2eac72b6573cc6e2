import type { DnsProblem } from "../../../domain/dns-judgement.ts";
import type { HostRow } from "../../../storage/hosts.ts";
import type { CustomHostname, TxtProof } from "./custom-hostname.ts";
import { DAY_MS } from "../../../domain/time.ts";

/** The value of the column `hosts.certificate`. */
export interface StoredCertificate {
  /** The id of the custom hostname at the certificate API. */
  id: string;
  status: string;
  expiresAtMs: number | null;
  /** TXT records that the certificate still waits for. */
  proofs: TxtProof[];
}

/** The result of a check of the certificate. */
export interface CertificateState {
  certificate: StoredCertificate | null;
  isIssued: boolean;
  /** Null where the API does not say; then the first sighting counts. */
  issuedAtMs: number | null;
  renewsAtMs: number | null;
  problems: DnsProblem[];
}

/** Certificates run for 90 days, and are renewed when 30 of them are left. */
const RENEWAL_MS = 30 * DAY_MS;
const MAX_PROBLEMS = 5;

/** States in which a certificate no longer serves. */
const ENDED = new Set([
  "deleted",
  "pending_deletion",
  "deletion_timed_out",
  "expired",
  "deactivating",
  "inactive",
]);

export function readCertificate({ certificate }: Pick<HostRow, "certificate">): StoredCertificate | null {
  return certificate === null ? null : (JSON.parse(certificate) as StoredCertificate);
}

/** Tells whether a custom hostname is being deleted, so that a new one must be requested. */
export function isLeaving({ status }: CustomHostname): boolean {
  return status === "deleted" || status === "pending_deletion";
}

/** Tells whether a new request helps, given the state of the hostname's DNS. */
export function needsRenewal(
  { ssl, status }: CustomHostname,
  isWildcard: boolean,
  dns: { isCorrect: boolean; turnedCorrect: boolean },
): boolean {
  if (ssl === null || ssl.isWildcard !== isWildcard) return true;
  const isStuck = status === "moved" || ssl.status.endsWith("_timed_out") || ENDED.has(ssl.status);
  // TXT records are validated even if the name does not point here.
  if (isStuck) return isWildcard || dns.isCorrect;
  return dns.turnedCorrect && ssl.status === "pending_validation";
}

/** Returns the state of a hostname's certificate at this moment. */
export function judgeCertificate(
  found: CustomHostname,
  row: Pick<HostRow, "host" | "certificate" | "ssl_issued_at">,
  nowMs: number,
): CertificateState {
  const { ssl } = found;
  const before = readCertificate(row);
  const covers = ssl !== null && (ssl.isWildcard || !row.host.startsWith("*."));
  const isActive = covers && ssl.status === "active";
  const expiresAtMs = ssl?.expiresAtMs ?? before?.expiresAtMs ?? null;
  // While the next certificate is validated, the last one keeps serving.
  const isServing =
    row.ssl_issued_at !== null &&
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
    problems.push({ code: "hostname_blocked", message: "The certificate service blocks this hostname." });
  }
  if (status !== "active") {
    for (const message of found.verificationErrors) problems.push({ code: "verification_failed", message });
  }
  if (!isActive && ssl !== null) {
    for (const message of ssl.validationErrors) problems.push({ code: "validation_failed", message });
    if (ssl.status.endsWith("_timed_out")) {
      const message = `The certificate was not issued in time (${ssl.status}): once DNS is correct it is asked for again.`;
      problems.push({ code: "certificate_timed_out", message });
    }
  }
  return problems.slice(0, MAX_PROBLEMS);
}

/** Keeps the last known state where the API is unreachable; a known expiry still takes effect. */
export function keepCertificate(
  row: Pick<HostRow, "certificate" | "ssl_issued_at" | "ssl_renews_at">,
  nowMs: number,
  problem: DnsProblem,
): CertificateState {
  const certificate = readCertificate(row);
  const expiresAtMs = certificate?.expiresAtMs ?? null;
  const isIssued = row.ssl_issued_at !== null && (expiresAtMs === null || expiresAtMs > nowMs);
  return {
    certificate,
    isIssued,
    issuedAtMs: null,
    renewsAtMs: isIssued ? row.ssl_renews_at : null,
    problems: [problem],
  };
}
