import type { Result } from "../../src/services/result.ts";

/** Returns the value of a service's result, which must not be a refusal. */
export function requireDone<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}
