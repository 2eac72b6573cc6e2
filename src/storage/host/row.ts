import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { say } from "../../domain/refusal/say.ts";
import { fromTexts } from "../../domain/refusal/stored.ts";
import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { readAppearance } from "../../domain/branding.ts";
import type { Hsts } from "../../domain/hsts.ts";
import type { HostCertificate, HostError, Host, Proof } from "../../domain/host.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";

/** A row of the table `hosts`: one claim of a workspace on a hostname. */
export interface HostRow {
  /** The key of the claim: the hostname itself while the claim holds it. */
  host: ClaimKey;
  name: Hostname;
  workspace_id: string;
  domain: string;
  tld: string;
  https_requested: number;
  force_https: number;
  short_links_enabled: number;
  expired_url: string | null;
  not_found_url: string | null;
  /** An `Hsts` as JSON. */
  hsts: string | null;
  misses: "off" | "all" | null;
  /** A `BrandingChange` and an `OwnPagesChange` as JSON; null if not set. */
  branding: string | null;
  own_pages: string | null;
  preview_off: number;
  correct: number;
  /** A list as JSON. */
  current: string;
  /** A list of `StoredError` as JSON. */
  errors: string;
  ssl_issued_at: number | null;
  ssl_renews_at: number | null;
  connected_via: string;
  connected_at: number;
  dns_verified_at: number | null;
  checked_at: number | null;
  proof: Proof | null;
  proven_at: number | null;
  waiting_since: number | null;
  absent_since: number | null;
  yielded_to: string | null;
  turned_at: number;
  /** A `HostCertificate` as JSON. */
  certificate: string | null;
  created_by: string;
  created_at: number;
  updated_at: number;
  // Counters of records by handler. Every write of records updates them.
  short_urls: number;
  qr_codes: number;
  redirects: number;
  migrations: number;
}

/** Converts a row to the domain's type. */
export function toHost(row: HostRow): Host {
  return {
    name: row.name,
    key: row.host,
    workspaceId: row.workspace_id,
    domain: row.domain,
    tld: row.tld,
    isHttpsRequested: row.https_requested === 1,
    isHttpsForced: row.force_https === 1,
    takesShortLinks: row.short_links_enabled === 1,
    expiredUrl: row.expired_url,
    notFoundUrl: row.not_found_url,
    hsts: toHsts(row.hsts),
    misses: row.misses ?? "unmatched",
    appearance: readAppearance(row.branding, row.own_pages),
    isPreviewOff: row.preview_off === 1,
    isDnsCorrect: row.correct === 1,
    currentDns: JSON.parse(row.current) as string[],
    errors: (JSON.parse(row.errors) as StoredError[]).map(toHostError),
    certificate: row.certificate === null ? null : (JSON.parse(row.certificate) as HostCertificate),
    certificateIssuedAtMs: row.ssl_issued_at,
    certificateRenewsAtMs: row.ssl_renews_at,
    connectedVia: row.connected_via,
    connectedAtMs: row.connected_at,
    dnsVerifiedAtMs: row.dns_verified_at,
    checkedAtMs: row.checked_at,
    proof: row.proof,
    provenAtMs: row.proven_at,
    waitingSinceMs: row.waiting_since,
    absentSinceMs: row.absent_since,
    yieldedTo: row.yielded_to,
    dnsChangedAtMs: row.turned_at,
    createdBy: row.created_by,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    recordCounts: {
      "short-url": row.short_urls,
      qr: row.qr_codes,
      redirect: row.redirects,
      migration: row.migrations,
    },
  };
}

/** Parses the column `hsts`. Zero seconds mean that HSTS was switched off. */
function toHsts(text: string | null): Hsts | null {
  const hsts = text === null ? null : (JSON.parse(text) as Hsts);
  return hsts === null || hsts.max_age === 0 ? null : hsts;
}

type StoredError = Omit<HostError, "updatedAtMs" | "reason"> & {
  message: string;
  reason?: Refusal;
  updated_at: string;
};

function toHostError({ updated_at, message, reason, ...error }: StoredError): HostError {
  const [said = refuse("as_written", { text: message })] = fromTexts([message], reason && [reason]);
  return { ...error, reason: said, updatedAtMs: Date.parse(updated_at) };
}

/** Converts errors to the JSON of the column `errors`. */
export function toErrorsColumn(errors: HostError[]): string {
  const stored = errors.map(({ scope, code, reason, updatedAtMs }): StoredError => ({
    scope,
    code,
    message: say(reason),
    reason,
    updated_at: formatTimestamp(updatedAtMs),
  }));
  return JSON.stringify(stored);
}
