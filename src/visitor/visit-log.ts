import { toVisitedHostname } from "../domain/visited-host.ts";
import { log } from "../runtime/log.ts";
import { parseShare } from "../runtime/parse-share.ts";
import type { FinalOutcome } from "./outcome.ts";
import type { Visiting } from "./visit.ts";

/**
 * Logs a share of the visits (contract 25.11); none if LOG_VISITS is wrong, which the admin side names. Never throws: no
 * visit fails because of its line.
 */
export function logVisit(
  visiting: Visiting,
  outcome: FinalOutcome,
  response: Response | Promise<Response>,
): void | Promise<void> {
  if (Math.random() >= (parseShare(visiting.env.LOG_VISITS) ?? 0)) return;
  const write = ({ status }: Response) => logLine(visiting, outcome, status);
  if (!(response instanceof Promise)) return write(response);
  // A response that cannot be made is replaced, and then that one is logged.
  return response.then(write, () => {});
}

/** Leaves out the path: one that no record answers may hold a secret. */
function logLine({ url, method, nowMs }: Visiting, outcome: FinalOutcome, status: number): void {
  try {
    log("info", "visit", {
      host: toVisitedHostname(url),
      method,
      status,
      kind: outcome.kind,
      record_id: "record" in outcome ? outcome.record.id : undefined,
      ms: Date.now() - nowMs,
    });
  } catch {
    // The log itself is what fails.
  }
}
