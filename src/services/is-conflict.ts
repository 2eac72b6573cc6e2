import { retryOnConflict, type RetryOptions } from "../runtime/retry-on-conflict.ts";
import { AssertionError, isUniqueViolation } from "../storage/commit.ts";
import { failed, type Result } from "./result.ts";

/** Returns whether a commit failed because another write has changed what the commit had read. */
export function isStale(error: unknown): boolean {
  return error instanceof AssertionError && error.code === "stale_version";
}

/** Returns whether a commit is stale, or failed because another write inserted the row first. */
export function isStaleOrTaken(error: unknown): boolean {
  return isStale(error) || isUniqueViolation(error);
}

/** Repeats a write after each conflict. Fails with `busy` if other writers were first at every attempt. */
export async function retryWrite<T>(
  options: RetryOptions,
  attempt: () => Promise<Result<T>>,
): Promise<Result<T>> {
  return (await retryOnConflict(options, attempt)) ?? failed({ code: "busy" });
}
