import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { say } from "../../domain/refusal/say.ts";
import { fromTexts } from "../../domain/refusal/stored.ts";
import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { readAppearance } from "../../domain/branding.ts";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import type { HostCertificate, HostError, Host } from "../../domain/host.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { toValues, type RowOf } from "../field.ts";

/** A row of the table `hosts`: one claim of a workspace on a hostname. */
export interface HostRow extends RowOf<typeof HOST_FIELDS> {
  /** The key of the claim: the hostname itself while the claim holds it. */
  host: ClaimKey;
  name: Hostname;
  /** A `BrandingChange` and an `OwnPagesChange` as JSON; null if not set. */
  branding: string | null;
  own_pages: string | null;
  /** A list of `StoredError` as JSON. */
  errors: string;
  /** A `HostCertificate` as JSON. */
  certificate: string | null;
  // Counters of records by handler. Every write of records updates them.
  short_urls: number;
  qr_codes: number;
  redirects: number;
  migrations: number;
}

export function toHost(row: HostRow): Host {
  return {
    ...toValues(HOST_FIELDS, row),
    name: row.name,
    key: row.host,
    appearance: readAppearance(row.branding, row.own_pages),
    errors: (JSON.parse(row.errors) as StoredError[]).map(toHostError),
    certificate: row.certificate === null ? null : (JSON.parse(row.certificate) as HostCertificate),
    recordCounts: {
      "short-url": row.short_urls,
      qr: row.qr_codes,
      redirect: row.redirects,
      migration: row.migrations,
    },
  };
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
