import type { CheckResult } from "../../domain/health.ts";
import type { AddressGuard } from "./address-guard.ts";

/** Asks one destination whether it answers (contract 7.4). */

const DEADLINE_MS = 10_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** A destination that asks who we are, or to come back later, is there. */
const LIVELY_ERRORS = new Set([401, 403, 405, 429]);

export interface CheckTools {
  guard: AddressGuard;
  /** The moment, in milliseconds. */
  clock(): number;
}

/** Never asks what the guard does not grant, at any hop. Throws as the guard does, never for the destination. */
export async function checkDestination(
  destination: string,
  { guard, clock }: CheckTools,
): Promise<CheckResult> {
  let url = new URL(destination);
  // Time with the destination alone: what our own look-ups take is not its fault.
  let spentMs = 0;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const permission = await guard(url);
    if (permission.kind === "refused") return unchecked(`${url.hostname} ${permission.reason}`);
    if (permission.kind === "unreachable") return failure(`${url.hostname}: ${permission.reason}`);
    const startMs = clock();
    const answer = await ask(url, Math.max(0, DEADLINE_MS - spentMs));
    spentMs += clock() - startMs;
    if (answer.kind === "none") return failure(answer.reason);
    const { status, location } = answer;
    if (!REDIRECTS.has(status) || location === null) {
      const isFailure = status >= 400 && !LIVELY_ERRORS.has(status);
      return isFailure ? failure(`status ${status}`) : { kind: "success", latencyMs: spentMs };
    }
    const next = URL.parse(location, url.href);
    if (next === null || !/^https?:$/.test(next.protocol)) return failure("redirects to no web address");
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
