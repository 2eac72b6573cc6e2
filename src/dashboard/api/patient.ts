import { ApiError } from "./client.ts";

const MAX_ATTEMPTS = 6;
const MAX_WAIT_MS = 60_000;

/**
 * Makes one of many calls again when a limit was reached, or storage or the network was away. Only for calls that
 * change nothing when they are repeated.
 */
export async function callPatiently<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof ApiError) || ![0, 429, 503].includes(error.status)) {
        throw error;
      }
      const waitMs = error.retryAfterSeconds === null ? 500 * 2 ** attempt : error.retryAfterSeconds * 1000;
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(waitMs, MAX_WAIT_MS));
      });
    }
  }
}
