import { call } from "../../api/client.ts";
import type { Change, Resolved } from "../../api/types.ts";
import type { Remedy, ResolveCall } from "./resolve-plan.ts";
import { untilAtRest } from "../../state/change-task.ts";

/**
 * Resolves missed paths, one hostname after the other, because the API applies one change of a workspace at a time.
 * @param to the value for the API: a URL, or the name of the remedy
 * @param onChange receives each change as soon as it exists
 * @throws ApiError of the first call that is refused; earlier calls stay applied
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

export function toWord(remedy: Remedy, url: string): string {
  return remedy === "url" ? url.trim() : remedy;
}
