import type { Check } from "../../domain/check/check.ts";
import { tallyHosts } from "../../domain/check/host-tally.ts";
import { addNames } from "../../domain/reach.ts";
import type { Env } from "../../env.ts";
import { log } from "../../runtime/log.ts";
import { selectNextChunk, selectTargetCounts } from "../../storage/check/read.ts";
import { leaseCheck, releaseCheck, setCheckState, writeResults } from "../../storage/check/write.ts";
import { newLease } from "../../storage/lease.ts";
import { toAssertionError } from "../../storage/commit.ts";
import { askDueTargets, type Step } from "./internal/ask-due-targets.ts";
import { checkUrls } from "./internal/check-urls.ts";

/** The duration of one step, and of its lease on the check. */
const STEP_MS = 10_000;
const LEASE_MS = 120_000;

/**
 * Takes the next step of a check: explains URLs, then requests targets. Does nothing while another consumer has the
 * lease.
 * @returns whether more can be done at once
 */
export async function continueCheck(env: Env, id: string, clock: () => number): Promise<boolean> {
  const startedAtMs = clock();
  const lease = newLease();
  const times = { nowMs: startedAtMs, untilMs: startedAtMs + LEASE_MS };
  const check = await leaseCheck(env.DB, id, lease, times);
  if (check === null) return false;
  const untilMs = startedAtMs + STEP_MS;
  try {
    const isMore =
      check.state === "running"
        ? await explainChunks(env, check, { lease, untilMs, clock })
        : await askDueTargets(env, check, { lease, untilMs, clock });
    await releaseCheck(env.DB, id, lease);
    return isMore;
  } catch (error) {
    // Another consumer has taken over after this lease ended, or the check was deleted.
    if (toAssertionError(error) !== null) return false;
    log("warn", "check_step_failed", { id, error: String(error) });
    await releaseCheck(env.DB, id, lease);
    throw error;
  }
}

async function explainChunks(env: Env, check: Check, { lease, untilMs, clock }: Step): Promise<boolean> {
  const counts = { ...check.counts };
  let { done, hosts } = check;
  while (clock() < untilMs) {
    const place = await selectNextChunk(env.DB, check.id);
    if (place === null) {
      const { open } = await selectTargetCounts(env.DB, check.id);
      const state = open > 0 ? "asking" : "done";
      await setCheckState(env.DB, check.id, lease, state, state === "done" ? clock() : null);
      return state === "asking";
    }
    const nowMs = clock();
    const checked = await checkUrls(env, check, place.urls, done + 1, nowMs);
    const rows = checked.map(({ row }) => row);
    const tallies = tallyHosts(checked);
    const named = checked.flatMap(({ names }) => names);
    hosts = addNames(check.reach, hosts, named);
    done += rows.length;
    for (const { result } of rows) counts[result]++;
    const targetsDueAtMs = check.asksTargets ? nowMs : null;
    const results = { lease, place, rows, hosts, tallies, done, counts, targetsDueAtMs };
    await writeResults(env.DB, check, results);
  }
  return true;
}
