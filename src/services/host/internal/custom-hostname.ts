import type { TxtProof } from "../../../domain/host.ts";
import { itemsOf, membersOf, textOf } from "../../foreign-json.ts";

/** A custom hostname of Cloudflare for SaaS, parsed defensively. */

export interface CustomHostname {
  id: string;
  hostname: string;
  /** Whether the name leads to the platform, as the API sees it. */
  status: string;
  verificationErrors: string[];
  /** Null where no certificate was requested. */
  ssl: CustomHostnameSsl | null;
  /** The TXT record that would prove the name to the platform; null if the API names none. */
  ownershipProof: TxtProof | null;
}

interface CustomHostnameSsl {
  status: string;
  method: string;
  isWildcard: boolean;
  validationErrors: string[];
  validationProofs: TxtProof[];
  /** Of the certificate that expires first. */
  issuedAtMs: number | null;
  /** Of the certificate that expires first. */
  expiresAtMs: number | null;
}

/** Parses one `result` of the API; null if it is not a custom hostname. */
export function parseCustomHostname(result: unknown): CustomHostname | null {
  const { id, hostname, status, ssl, ownership_verification: ownership, ...rest } = membersOf(result);
  if (typeof id !== "string" || id === "" || typeof hostname !== "string") return null;
  return {
    id,
    hostname,
    status: textOf(status),
    verificationErrors: itemsOf(rest["verification_errors"]).map(textOf).filter(Boolean),
    ssl: typeof ssl === "object" && ssl !== null ? parseSsl(membersOf(ssl)) : null,
    ownershipProof: toProof(membersOf(ownership)["name"], membersOf(ownership)["value"]),
  };
}

function parseSsl(ssl: Record<string, unknown>): CustomHostnameSsl {
  const certificates = itemsOf(ssl["certificates"]).map(membersOf);
  const expiries = [...certificates, ssl].map((item) => toMoment(item["expires_on"]));
  const expiresAtMs = least(expiries);
  const first = certificates.find((item) => toMoment(item["expires_on"]) === expiresAtMs);
  return {
    status: textOf(ssl["status"]),
    method: textOf(ssl["method"]),
    isWildcard: ssl["wildcard"] === true,
    validationErrors: itemsOf(ssl["validation_errors"])
      .map((error) => textOf(membersOf(error)["message"]))
      .filter(Boolean),
    validationProofs: itemsOf(ssl["validation_records"])
      .map(membersOf)
      .map((record) => toProof(record["txt_name"], record["txt_value"]))
      .filter((proof) => proof !== null),
    issuedAtMs: toMoment(first?.["issued_on"]),
    expiresAtMs,
  };
}

function toProof(name: unknown, value: unknown): TxtProof | null {
  return typeof name === "string" && typeof value === "string" && name !== "" ? { name, value } : null;
}

function toMoment(value: unknown): number | null {
  const moment = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

function least(moments: (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}
