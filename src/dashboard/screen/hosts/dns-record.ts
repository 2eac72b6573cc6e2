import type { Host } from "../../api/types.ts";
import { t } from "../../text/text.ts";
import { isUnanswered } from "./host-state.tsx";

/** DNS records in the notation of the API: `CNAME go.example.com edge.example.net`. */

export interface DnsRecord {
  type: string;
  name: string;
  value: string;
}

/** Parses a record. The value of an ALIAS may be followed by words after a comma. */
export function parseDnsRecord(text: string): DnsRecord {
  const [, type = "", name = "", rest = ""] = /^(\S+) (\S+) (.*)$/s.exec(text) ?? [];
  if (type === "") return { type: "", name: "", value: text };
  const [value = rest] = type === "TXT" ? [] : (/^[^\s,]+/.exec(rest) ?? []);
  return { type, name, value };
}

/** Returns a text that asks for records, each with its parts by name. */
export function toDnsMessage(needed: readonly string[]): string {
  const records = needed.map((text) => {
    const { type, name, value } = parseDnsRecord(text);
    const parts = [
      [t("hosts.recordType"), type],
      [t("hosts.recordName"), name],
      [t("hosts.recordValue"), value],
    ];
    const lines = parts.map(([label, part]) => `${label}: ${part}`);
    if (type === "ALIAS") lines.push(t("hosts.orProxy", { name, target: value }));
    return lines.join("\n");
  });
  return [t("hosts.message"), ...records, t("hosts.messageEnd")].join("\n\n");
}

/** Returns whether a needed record proves the owner of the hostname. */
export const isProofRecord = (needed: string): boolean => needed.startsWith("TXT _signpost.");

export type FoundState = "found" | "missing" | "unchecked" | "unanswered" | "unknown";

/**
 * Returns whether the last check found a needed record. `current` lists no TXT records, so the state of the proof
 * decides for them. A record of a certificate is unknown: its authority looks for it.
 */
export function findNeeded(
  needed: string,
  { current, proof, checked_at, errors }: Pick<Host, "current" | "proof" | "checked_at" | "errors">,
): FoundState {
  if (checked_at === null) return "unchecked";
  const { type } = parseDnsRecord(needed);
  const isProof = isProofRecord(needed);
  if (type === "TXT" && !isProof) return "unknown";
  const isSame = (found: string) => found.toLowerCase() === needed.toLowerCase();
  if (isProof ? proof === "txt" : current.some(isSame)) return "found";
  return errors.some(isUnanswered) ? "unanswered" : "missing";
}
