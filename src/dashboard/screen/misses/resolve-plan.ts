import type { MissedRow } from "./missed-row.ts";
import { call } from "../../api/client.ts";
import type { Change, Resolved } from "../../api/types.ts";
import { untilAtRest } from "../../state/change-task.ts";

export type Remedy = "suggestion" | "url" | "gone" | "ignore" | "open";

/** One call of the API, with paths of one hostname. */
interface ResolveCall {
  host: string;
  paths: string[];
}

export interface ResolvePlan {
  rows: MissedRow[];
  /** The rows without a suggestion, which stay as they are. */
  left: MissedRow[];
  calls: ResolveCall[];
}

const MAX_PATHS = 1_000;

/** Plans the calls that resolve some rows: by hostname, with at most 1,000 paths each. */
export function planResolve(rows: readonly MissedRow[], remedy: Remedy): ResolvePlan {
  const needs = remedy === "suggestion";
  const fits = (row: MissedRow) => !needs || (row.suggestions ?? []).length > 0;
  const taken = rows.filter(fits);
  const calls: ResolveCall[] = [];
  for (const [host, ofHost] of Map.groupBy(taken, (row) => row.host)) {
    for (let from = 0; from < ofHost.length; from += MAX_PATHS) {
      calls.push({ host, paths: ofHost.slice(from, from + MAX_PATHS).map(({ path }) => path) });
    }
  }
  return { rows: taken, left: rows.filter((row) => !fits(row)), calls };
}

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
