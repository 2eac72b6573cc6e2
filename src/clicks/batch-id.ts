const PREFIX_CHARACTERS = 9;

/** Returns the prefix of the ids of batches whose first click was at a given time. Older ids sort before it. */
export function batchIdPrefix(atMs: number): string {
  return atMs.toString(36).padStart(PREFIX_CHARACTERS, "0");
}

/** Returns the time of the first click of a batch in milliseconds since 1970. */
export function batchIdTime(id: string): number {
  return Number.parseInt(id.slice(0, PREFIX_CHARACTERS), 36);
}
