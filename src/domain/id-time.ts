/** The time in ids, which are UUIDs of version 7 (contract 11.3). */

/** Returns the time in an id, in UTC milliseconds. `created_at` shows it, so that both have the same order. */
export function momentOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Returns what the ids of a millisecond begin with: the first two groups of a UUID. */
export function idPrefix(ms: number): string {
  return ms.toString(16).padStart(12, "0").replace(/^.{8}/, "$&-");
}
