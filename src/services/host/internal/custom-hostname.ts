import * as v from "valibot";
import type { TxtProof } from "../../../domain/host.ts";
import { itemsOf, orNull, text } from "../../foreign-json.ts";

export interface CustomHostname {
  id: string;
  hostname: string;
  /** The API's state of the name, which shows whether it leads to the platform. */
  status: string;
  verificationErrors: string[];
  /** Null if no certificate was requested. */
  ssl: CustomHostnameSsl | null;
  /** The TXT record that would prove the name to the platform; null if the API gives none. */
  ownershipProof: TxtProof | null;
}

interface CustomHostnameSsl {
  status: string;
  method: string;
  isWildcard: boolean;
  validationErrors: string[];
  validationProofs: TxtProof[];
  /** The time of the certificate that expires first. */
  issuedAtMs: number | null;
  /** The time of the certificate that expires first. */
  expiresAtMs: number | null;
}

const filledText = v.pipe(v.string(), v.minLength(1));

const moment = orNull(
  v.pipe(
    v.string(),
    v.transform((date) => Date.parse(date)),
    v.number(),
  ),
);

const Ssl = v.pipe(
  v.object({
    status: text,
    method: text,
    wildcard: v.fallback(v.boolean(), false),
    validation_errors: itemsOf(v.object({ message: filledText })),
    validation_records: itemsOf(v.object({ txt_name: filledText, txt_value: v.string() })),
    certificates: itemsOf(v.object({ issued_on: moment, expires_on: moment })),
    expires_on: moment,
  }),
  v.transform((ssl): CustomHostnameSsl => {
    const expiresAtMs = least([...ssl.certificates, ssl].map((item) => item.expires_on));
    const first = ssl.certificates.find((item) => item.expires_on === expiresAtMs);
    return {
      status: ssl.status,
      method: ssl.method,
      isWildcard: ssl.wildcard,
      validationErrors: ssl.validation_errors.map(({ message }) => message),
      validationProofs: ssl.validation_records.map(({ txt_name: name, txt_value: value }) => ({
        name,
        value,
      })),
      issuedAtMs: first?.issued_on ?? null,
      expiresAtMs,
    };
  }),
);

const Result = v.pipe(
  v.object({
    id: filledText,
    hostname: v.string(),
    status: text,
    verification_errors: itemsOf(filledText),
    ssl: orNull(Ssl),
    ownership_verification: orNull(v.object({ name: filledText, value: v.string() })),
  }),
  v.transform((result): CustomHostname => ({
    id: result.id,
    hostname: result.hostname,
    status: result.status,
    verificationErrors: result.verification_errors,
    ssl: result.ssl,
    ownershipProof: result.ownership_verification,
  })),
);

export function parseCustomHostname(result: unknown): CustomHostname | null {
  const parsed = v.safeParse(Result, result);
  return parsed.success ? parsed.output : null;
}

function least(moments: (number | null)[]): number | null {
  const known = moments.filter((one) => one !== null);
  return known.length === 0 ? null : Math.min(...known);
}
