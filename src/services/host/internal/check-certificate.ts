import { allOf } from "../../../all-databases.ts";
import { refuse } from "../../../domain/refusal/refusal.ts";
import { bareHost, wildcardOver, type Hostname } from "../../../domain/hostname.ts";
import type { Env } from "../../../env.ts";
import { isHttpsRequested } from "../../../storage/host/read.ts";
import type { Host } from "../../../domain/host.ts";
import {
  isLeaving,
  judgeCertificate,
  keepCertificate,
  needsRenewal,
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

const LEAVING = {
  code: "api_busy",
  reason: refuse("certificate_busy"),
};

/**
 * Checks the certificate of a hostname. Requests one if there is none, and again if the request is stuck. If the
 * platform in front of the Worker owns TLS, a certificate counts as issued while DNS is correct (contract 10.21).
 */
export async function checkCertificate(
  env: Env,
  host: Host,
  dns: { isCorrect: boolean; turnedCorrect: boolean },
  nowMs: number,
): Promise<CertificateState> {
  if (!issuesCertificates(env)) {
    return { ...NO_CERTIFICATE, certificate: host.certificate, isIssued: dns.isCorrect };
  }
  if (!host.httpsRequested) return NO_CERTIFICATE;
  const wanted = await toWanted(env, host.name);
  const { reply, isNew } = await getOrCreate(env, host, wanted);
  if (!reply.ok) {
    const known = isNew ? { ...host, certificate: null, certificateIssuedAtMs: null } : host;
    return keepCertificate(known, nowMs, reply.failure);
  }
  const found = reply.value;
  if (isLeaving(found)) return { ...NO_CERTIFICATE, problems: [LEAVING] };
  if (!needsRenewal(found, wanted.isWildcard, dns)) return judgeCertificate(found, host, nowMs);
  const renewed = await renewCustomHostname(env, found.id, wanted);
  if (renewed.ok) return judgeCertificate(renewed.value, host, nowMs);
  const state = judgeCertificate(found, host, nowMs);
  return { ...state, problems: [...state.problems, renewed.failure] };
}

/** Describes the custom hostname to create: `x` and `*.x` share one, which covers both if both are connected. */
async function toWanted(env: Env, name: Hostname): Promise<WantedCertificate> {
  if (name.startsWith("*.")) return { hostname: bareHost(name), isWildcard: true };
  const wildcards = allOf(env).map(({ DB }) => isHttpsRequested(DB, wildcardOver(name)));
  return { hostname: name, isWildcard: (await Promise.all(wildcards)).includes(true) };
}

/** Returns the custom hostname, or creates one. `isNew` is true if the stored one is gone. */
async function getOrCreate(
  env: Env,
  host: Host,
  wanted: WantedCertificate,
): Promise<{ reply: ApiReply<CustomHostname>; isNew: boolean }> {
  const stored = host.certificate;
  if (stored !== null) {
    const reply = await getCustomHostname(env, stored.id);
    const isGone = reply.ok ? isLeaving(reply.value) : reply.failure.code === "not_found";
    if (!isGone) return { reply, isNew: false };
  }
  const created = await createCustomHostname(env, wanted);
  const isTaken = !created.ok && created.failure.code === "duplicate";
  return { reply: isTaken ? await findCustomHostname(env, wanted.hostname) : created, isNew: true };
}
