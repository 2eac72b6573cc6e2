/** The accepted growth of the heap after it is warm, because the caches of an isolate still grow. */
const MOST_MORE_BYTES = 6e6;

/**
 * Returns whether the live heap is flat after the first third of the time: compares the median of the second third of
 * the samples with that of the last third, in bytes.
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
