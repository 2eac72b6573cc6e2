import { say } from "../../../domain/refusal/say.ts";
import type { CheckResult } from "../../../domain/health.ts";
import type { AddressGuard } from "../address-guard.ts";

/** Checks whether one destination answers (contract 7). */

const DEADLINE_MS = 10_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The errors that show that the destination works: it requires a login, or fewer requests. */
const REACHABLE_STATUSES = new Set([401, 403, 405, 429]);

interface CheckTools {
  guard: AddressGuard;
  /** Returns the time in milliseconds. */
  clock(): number;
}

/** Requests a destination and follows its redirects, each only if the guard grants it. Throws only as the guard does. */
export async function checkDestination(
  destination: string,
  { guard, clock }: CheckTools,
): Promise<CheckResult> {
  let url = new URL(destination);
  // Only the destination's own time counts, not the time of our lookups.
  let spentMs = 0;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const permission = await guard(url);
    if (permission.kind === "refused") return unchecked(`${url.hostname} ${say(permission.reason)}`);
    if (permission.kind === "unreachable") return failure(`${url.hostname}: ${say(permission.reason)}`);
    const startMs = clock();
    const answer = await ask(url, Math.max(0, DEADLINE_MS - spentMs));
    spentMs += clock() - startMs;
    if (answer.kind === "none") return failure(answer.reason);
    const { status, location } = answer;
    if (!REDIRECTS.has(status) || location === null) {
      const isFailure = status >= 400 && !REACHABLE_STATUSES.has(status);
      return isFailure ? failure(`status ${status}`) : { kind: "success", latencyMs: spentMs };
    }
    const next = URL.parse(location, url.href);
    if (next === null || !/^https?:$/.test(next.protocol))
      return failure("redirects to a URL that is not http or https");
    url = next;
  }
  return failure(`more than ${MAX_REDIRECTS} redirects`);
}

type Answer = { kind: "answer"; status: number; location: string | null } | { kind: "none"; reason: string };

async function ask(url: URL, timeoutMs: number): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      redirect: "manual",
      cache: "no-store",
      headers: { "User-Agent": "Signpost-Monitor (checks where a link leads)", Accept: "*/*" },
      signal,
    });
    const { status, headers } = response;
    await response.body?.cancel().catch(() => {});
    return { kind: "answer", status, location: headers.get("Location") };
  } catch {
    return {
      kind: "none",
      reason: signal.aborted ? `no answer in ${DEADLINE_MS / 1000} seconds` : "no connection",
    };
  }
}

function failure(reason: string): CheckResult {
  return { kind: "failure", reason };
}

function unchecked(reason: string): CheckResult {
  return { kind: "unchecked", reason };
}
