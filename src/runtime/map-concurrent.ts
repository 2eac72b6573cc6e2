/** Six connections are all that an invocation may have open; one is left for the stores. */
export const FETCHES_AT_ONCE = 5;

/** Maps items, so many of them at the same time; what waits for its turn has not begun. */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  concurrency: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const workOff = async () => {
    for (const [index, item] of queue) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: concurrency }, workOff));
  return results;
}
