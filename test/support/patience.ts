/** For every wait of a test, `expect.poll` and `vi.waitFor` alike: ends only what never comes. */
export const PATIENCE = { timeout: 150_000, interval: 50 };
