import type { Env } from "../../env.ts";
import { isHttpsRequested } from "../../storage/host-checks.ts";
import type { HostRow } from "../../storage/hosts.ts";
import {
  isLeaving,
  judgeCertificate,
  keepCertificate,
  needsRenewal,
  readCertificate,
  type CertificateState,
} from "./certificate.ts";
import type { CustomHostname } from "./custom-hostname.ts";
import {
  createCustomHostname,
  findCustomHostname,
  getCustomHostname,
  issuesCertificates,
  renewCustomHostname,
  type ApiReply,
  type WantedCertificate,
} from "./custom-hostname-api.ts";

const NO_CERTIFICATE: CertificateState = {
  certificate: null,
  isIssued: false,
  issuedAtMs: null,
  renewsAtMs: null,
  problems: [],
};

const LEAVING = { code: "api_busy", message: "The certificate that was is still being deleted." };

/**
 * Looks at the certificate of a hostname, asks for one where there is none, and again where it is
 * stuck. Where the platform in front owns TLS, it counts as issued with correct DNS (contract 10.21).
 */
export async function checkCertificate(
  env: Env,
  row: HostRow,
  dns: { isCorrect: boolean; turnedCorrect: boolean },
  nowMs: number,
): Promise<CertificateState> {
  if (!issuesCertificates(env)) {
    return { ...NO_CERTIFICATE, certificate: readCertificate(row), isIssued: dns.isCorrect };
  }
  if (row.https_requested === 0) return NO_CERTIFICATE;
  const wanted = await toWanted(env, row.host);
  const { reply, isNew } = await getOrCreate(env, row, wanted);
  if (!reply.ok) {
    const known = isNew ? { ...row, certificate: null, ssl_issued_at: null } : row;
    return keepCertificate(known, nowMs, reply.failure);
  }
  const found = reply.value;
  if (isLeaving(found)) return { ...NO_CERTIFICATE, problems: [LEAVING] };
  if (!needsRenewal(found, wanted.isWildcard, dns)) return judgeCertificate(found, row, nowMs);
  const renewed = await renewCustomHostname(env, found.id, wanted);
  if (renewed.ok) return judgeCertificate(renewed.value, row, nowMs);
  const state = judgeCertificate(found, row, nowMs);
  return { ...state, problems: [...state.problems, renewed.failure] };
}

/** `x` and `*.x` share one custom hostname: while both are connected, it has to be one for both. */
async function toWanted(env: Env, host: string): Promise<WantedCertificate> {
  if (host.startsWith("*.")) return { hostname: host.slice(2), isWildcard: true };
  return { hostname: host, isWildcard: await isHttpsRequested(env.DB, `*.${host}`) };
}

/** `isNew` tells that what the row knows of is gone. */
async function getOrCreate(
  env: Env,
  row: HostRow,
  wanted: WantedCertificate,
): Promise<{ reply: ApiReply<CustomHostname>; isNew: boolean }> {
  const stored = readCertificate(row);
  if (stored !== null) {
    const reply = await getCustomHostname(env, stored.id);
    const isGone = reply.ok ? isLeaving(reply.value) : reply.failure.code === "not_found";
    if (!isGone) return { reply, isNew: false };
  }
  const created = await createCustomHostname(env, wanted);
  const isTaken = !created.ok && created.failure.code === "duplicate";
  return { reply: isTaken ? await findCustomHostname(env, wanted.hostname) : created, isNew: true };
}
