import { AssertionError, isUniqueViolation } from "../storage/commit.ts";

/** Returns whether a commit failed because another write has changed what the commit had read. */
export function isStale(error: unknown): boolean {
  return error instanceof AssertionError && error.code === "stale_version";
}

/** Returns whether a commit is stale, or failed because another write inserted the row first. */
export function isStaleOrTaken(error: unknown): boolean {
  return isStale(error) || isUniqueViolation(error);
}
