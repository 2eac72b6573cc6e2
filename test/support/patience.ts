/** For `vi.waitFor`: ends only what never comes. How soon it comes is no test's business, as in vitest.config.ts. */
export const PATIENCE = { timeout: 150_000, interval: 50 };
