import { isStaleVersion, isUniqueViolation } from "../storage/commit.ts";

/** Tells whether a commit failed because another write came first: it changed what was read, or inserted the row. */
export function isStaleOrTaken(error: unknown): boolean {
  return isStaleVersion(error) || isUniqueViolation(error);
}
