/** UTM parameters of a record (contract 4.6 and 4.9). */

export const UTM_MEMBERS = ["source", "medium", "campaign", "term", "content"] as const;
type UtmMember = (typeof UTM_MEMBERS)[number];
export type Utm = Record<UtmMember, string>;

export const MAX_UTM_CHARACTERS = 255;

export const NO_UTM: Utm = { source: "", medium: "", campaign: "", term: "", content: "" };

/** Returns the set members as `[utm_name, encoded value]`, in the order in which they are appended. */
export function toUtmParameters(utm: Utm): [name: string, value: string][] {
  return UTM_MEMBERS.filter((member) => utm[member] !== "").map((member) => [
    `utm_${member}`,
    encodeURIComponent(utm[member]),
  ]);
}

/** Parses `source=x` or `utm_source=x`; null for a name that is not a member. */
export function parseUtmEntry(entry: string): [UtmMember, string] | null {
  const equals = entry.indexOf("=");
  const name = (equals < 0 ? entry : entry.slice(0, equals)).trim().replace(/^utm_/, "");
  const member = UTM_MEMBERS.find((known) => known === name);
  return member === undefined ? null : [member, equals < 0 ? "" : entry.slice(equals + 1)];
}
