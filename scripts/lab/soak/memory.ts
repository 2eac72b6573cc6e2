/** What a heap may hold more at the end than when it was warm: what an isolate remembers still grows. */
const MOST_MORE_BYTES = 6e6;

/**
 * Whether the live heap is about what it was when the first third of the time was over: the median of
 * the second third of the samples against that of the last, in bytes.
 */
export function judgeHeap(samples: number[]): { warm: number; last: number; isFlat: boolean } {
  const third = Math.floor(samples.length / 3);
  const warm = medianOf(samples.slice(third, 2 * third));
  const last = medianOf(samples.slice(2 * third));
  return { warm, last, isFlat: last <= warm + MOST_MORE_BYTES };
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
