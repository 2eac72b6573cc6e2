/** The most attempts of a write, by the number of writers that may want the same rows at once. */
export const ATTEMPTS = {
  /** For rows that hardly anybody else writes. */
  rare: 5,
  /** For a batch with the rows of many records or hostnames, any of which may change meanwhile. */
  wide: 10,
  /** For one record: enough for each of twenty concurrent editors to succeed. */
  shared: 40,
};

interface RetryOptions {
  /** The most attempts; 1 or more. */
  attempts: number;
  isConflict(error: unknown): boolean;
}

/**
 * Runs `attempt`, and runs it again after each conflict with another write. Returns its result, or null if every
 * attempt had a conflict. Throws every other error at once.
 * @param attempt receives the number of attempts before it
 */
export async function retryOnConflict<T extends object>(
  { attempts, isConflict }: RetryOptions,
  attempt: (count: number) => Promise<T>,
): Promise<T | null> {
  for (let count = 0; count < attempts; count++) {
    try {
      return await attempt(count);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return null;
}
