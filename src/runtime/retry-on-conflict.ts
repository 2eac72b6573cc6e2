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
