interface RetryOptions {
  /** At most so many attempts; 1 or more. */
  attempts: number;
  /** Tells whether an error means that another write came first. */
  isConflict(error: unknown): boolean;
}

/**
 * Runs `attempt`, and runs it again from the start while another write came first. Returns its result, or
 * null if every attempt met a conflict. Throws every other error at once.
 */
export async function retryOnConflict<T extends object>(
  { attempts, isConflict }: RetryOptions,
  attempt: () => Promise<T>,
): Promise<T | null> {
  for (let count = 0; count < attempts; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return null;
}
