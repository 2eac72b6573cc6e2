import { CommandError } from "../support/command.ts";

/** The functions of the environment that a command needs to call an API. */
export interface Network {
  fetch: typeof fetch;
  sleep: (seconds: number) => Promise<void>;
}

const RETRY_LIMIT = 5;
const LONGEST_WAIT_SECONDS = 300;

/**
 * Returns a `fetch` that repeats calls which were answered 429, 503, or 409 with a time, after the seconds of
 * `Retry-After`, up to five times. A connection that breaks is repeated as well, once the installation has answered
 * before. Every POST carries an `Idempotency-Key`, so that nothing is done twice. Redirects are not followed.
 */
export function createPatientFetch({ fetch, sleep }: Network): typeof fetch {
  let hasAnswered = false;
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (init.method === "POST" && !headers.has("Idempotency-Key")) {
      headers.set("Idempotency-Key", crypto.randomUUID());
    }
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await fetch(input, { ...init, headers, redirect: "manual" });
        hasAnswered = true;
        const waitSeconds = toWaitSeconds(response, attempt);
        if (waitSeconds === null) return response;
        await response.body?.cancel();
        await sleep(waitSeconds);
      } catch (error) {
        if (!hasAnswered || attempt === RETRY_LIMIT) throw toUnreachable(input, error);
        await sleep(2 ** attempt);
      }
    }
  };
}

/** Returns the seconds to wait before a call is repeated; null if it is not repeated. */
export function toWaitSeconds(response: Response, attempt: number): number | null {
  if (attempt === RETRY_LIMIT) return null;
  const asked = /^\d+$/.exec(response.headers.get("Retry-After") ?? "");
  // A call whose connection broke may still run. Until it ends, its repetition is a 409 with a time.
  const isStillRunning = response.status === 409 && asked !== null;
  if (!isStillRunning && response.status !== 429 && response.status !== 503) return null;
  const seconds = asked === null ? 2 ** attempt : Number(asked[0]);
  return seconds > LONGEST_WAIT_SECONDS ? null : seconds;
}

function toUnreachable(input: string | URL | Request, error: unknown): CommandError {
  const { origin } = new URL(input instanceof Request ? input.url : input);
  return new CommandError(`Cannot reach ${origin}: ${toCause(error)}`);
}

/** Says why a connection failed. */
function toCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
