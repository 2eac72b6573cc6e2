/** Returns the prefix of the ids of batches whose first click was at a given time. Older ids sort before it. */
export function batchIdPrefix(atMs: number): string {
  return atMs.toString(36).padStart(9, "0");
}
