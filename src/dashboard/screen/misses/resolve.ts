import { call } from "../../api/client.ts";
import type { Change, Resolved } from "../../api/types.ts";
import type { Remedy, ResolveCall } from "./resolve-plan.ts";
import { untilAtRest } from "../../state/change-task.ts";

/**
 * Answers missed paths, one hostname after the other: the API applies one change of a workspace at a time.
 * @param to what the API takes: a URL, or the name of the remedy
 * @param onChange is told each change as soon as it is there
 * @throws ApiError of the first call that is refused; those before it stand
 */
export async function resolveMisses(
  calls: readonly ResolveCall[],
  to: string,
  onChange: (change: Change) => void,
): Promise<void> {
  let last: Change | null = null;
  for (const { host, paths } of calls) {
    if (last !== null) await untilAtRest(last);
    const { change } = await call<Resolved>("POST", "/misses/resolve", {
      body: { host, paths, to },
      headers: { "Idempotency-Key": crypto.randomUUID() },
    });
    if (change !== null) onChange(change);
    last = change;
  }
}

/** Returns what `to` is for a remedy. */
export function toWord(remedy: Remedy, url: string): string {
  return remedy === "url" ? url.trim() : remedy;
}
