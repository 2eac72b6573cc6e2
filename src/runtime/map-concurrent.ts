/** The most concurrent fetches. An invocation may have six open connections, of which the stores need one. */
export const FETCHES_AT_ONCE = 5;

export async function mapConcurrent<T, R>(
  items: readonly T[],
  concurrency: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const mapNext = async () => {
    for (const [index, item] of queue) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: concurrency }, mapNext));
  return results;
}
