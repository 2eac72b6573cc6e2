import { AssertionError, isUniqueViolation } from "../storage/commit.ts";

/** Tells whether a commit failed because another write changed what it rests on since that was read. */
export function isStale(error: unknown): boolean {
  return error instanceof AssertionError && error.code === "stale_version";
}

/** The same, where another write may also have inserted the row first. */
export function isStaleOrTaken(error: unknown): boolean {
  return isStale(error) || isUniqueViolation(error);
}
