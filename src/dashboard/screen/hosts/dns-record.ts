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

export type FoundState = "found" | "missing" | "unchecked" | "unknown";

/**
 * Returns whether the last check found a needed record. `current` lists no TXT records, so the state of the proof
 * decides for them. A record of a certificate is unknown: its authority looks for it.
 */
export function findNeeded(
  needed: string,
  {
    current,
    proof,
    checked_at,
  }: { current: readonly string[]; proof: string | null; checked_at: string | null },
): FoundState {
  if (checked_at === null) return "unchecked";
  const { type, name } = parseDnsRecord(needed);
  if (type === "TXT") {
    if (proof === "txt" && name.startsWith("_signpost.")) return "found";
    return name.startsWith("_signpost.") ? "missing" : "unknown";
  }
  const isSame = (found: string) => found.toLowerCase() === needed.toLowerCase();
  return current.some(isSame) ? "found" : "missing";
}
