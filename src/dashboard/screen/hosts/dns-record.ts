/** DNS records as the API writes them: `CNAME go.example.com edge.example.net`. */

export interface DnsRecord {
  type: string;
  name: string;
  value: string;
  /** What the API adds in words, such as another way to do it. */
  note: string;
}

/** Parses a record. The value of an ALIAS may be followed by words behind a comma. */
export function parseDnsRecord(text: string): DnsRecord {
  const [, type = "", name = "", rest = ""] = /^(\S+) (\S+) (.*)$/s.exec(text) ?? [];
  if (type === "") return { type: "", name: "", value: text, note: "" };
  const [, value = rest, note = ""] = type === "TXT" ? [] : (/^([^\s,]+),? ?(.*)$/s.exec(rest) ?? []);
  return { type, name, value, note };
}

export type FoundState = "found" | "missing" | "unknown";

/**
 * Returns whether the last check found a record that is needed. Of TXT records `current` lists none: only the proof
 * tells, and a record of a certificate is unknown.
 */
export function findNeeded(
  needed: string,
  {
    current,
    proof,
    checked_at,
  }: { current: readonly string[]; proof: string | null; checked_at: string | null },
): FoundState {
  if (checked_at === null) return "unknown";
  const { type, name } = parseDnsRecord(needed);
  if (type === "TXT") {
    if (proof === "txt" && name.startsWith("_signpost.")) return "found";
    return name.startsWith("_signpost.") ? "missing" : "unknown";
  }
  const isSame = (found: string) => found.toLowerCase() === needed.toLowerCase();
  return current.some(isSame) ? "found" : "missing";
}
