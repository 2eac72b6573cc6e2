import { log } from "../runtime/log.ts";
import type { lookUp } from "./lookup.ts";
import { lookUpInDatabase } from "./lookup-unproved.ts";
import type { FinalOutcome } from "./outcome.ts";

const RETRY_SECONDS = 5;

interface Attempt {
  again(find: typeof lookUp): Response | Promise<Response>;
  refuse(outcome: FinalOutcome): Response | Promise<Response>;
}

/** Answers after an unexpected error: from the database, or with the 503 page if that also fails. */
export async function rescue(error: unknown, { again, refuse }: Attempt): Promise<Response> {
  logOnce(error);
  try {
    return await again(lookUpInDatabase);
  } catch (second) {
    logOnce(second);
    return refuse({ kind: "unavailable", retryAfterSeconds: RETRY_SECONDS });
  }
}

const MAX_LOGGED = 100;
const logged = new Set<string>();

/** Logs each text once, because one bad value can be visited a thousand times a second. */
function logOnce(error: unknown): void {
  const text = String(error);
  if (logged.has(text) || logged.size >= MAX_LOGGED) return;
  logged.add(text);
  log("error", "visit_failed", { error: text, answered_from: "database" });
}
