import { tallyHosts, type Check } from "../../domain/check/check.ts";
import { addNames } from "../../domain/reach.ts";
import type { Env } from "../../env.ts";
import { log } from "../../runtime/log.ts";
import { selectNextChunk, selectTargetCounts, selectDueTargets } from "../../storage/check/read.ts";
import {
  leaseCheck,
  setCheckState,
  writeResults,
  writeTargets,
  type TargetFinding,
} from "../../storage/check/write.ts";
import { noteEvents } from "../../storage/webhook/event.ts";
import { endRun, newLease } from "../../storage/lease.ts";
import { toAssertionError } from "../../storage/commit.ts";
import { checkUrls } from "./internal/check-urls.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { DAY_MS } from "../../domain/time.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../../runtime/map-concurrent.ts";
import { portionsOf } from "../portion.ts";

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
    await endRun(env.DB, "checks", id, lease);
    return isMore;
  } catch (error) {
    // Another consumer has taken over after this lease ended, or the check was deleted.
    if (toAssertionError(error) !== null) return false;
    log("warn", "check_step_failed", { id, error: String(error) });
    await endRun(env.DB, "checks", id, lease);
    throw error;
  }
}

async function explainChunks(env: Env, check: Check, { lease, untilMs, clock }: Step): Promise<boolean> {
  const counts = { ...check.counts };
  let { done, hosts } = check;
  for (let chunks = 0; chunks < portionsOf(env).checkChunks && clock() < untilMs; chunks++) {
    const place = await selectNextChunk(env.DB, check.id);
    if (place === null) {
      const { open } = await selectTargetCounts(env.DB, check.id);
      const state = open > 0 ? "asking" : "done";
      if (state === "done") await finish(env, { ...check, counts, done, hosts }, lease, clock());
      else await setCheckState(env.DB, check.id, lease, state, null);
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

/** Ends a check, and tells webhooks. Does nothing if another consumer has it by now. */
async function finish(env: Env, check: Check, lease: string, nowMs: number): Promise<void> {
  const { id, workspaceId, total, counts, hosts } = check;
  const data = { check: id, total, counts };
  const event = { workspaceId, type: "check.finished" as const, hosts, data };
  await setCheckState(env.DB, id, lease, "done", nowMs, noteEvents(env.DB, [event], nowMs, true));
}

/** The most targets that one call of a host's object requests, which takes some seconds. */
const URLS_A_CALL = 20;
/** The longest time for which a target is retried. */
const MAX_WAIT_MS = 3 * DAY_MS;

/** One step of a check, by the consumer that holds its lease. */
interface Step {
  lease: string;
  /** The time when the step ends. Milliseconds since 1970. */
  untilMs: number;
  clock(): number;
}

/** The object of each host requests its targets. Returns whether more are due now. */
async function askDueTargets(env: Env, check: Check, { lease, untilMs, clock }: Step): Promise<boolean> {
  while (clock() < untilMs) {
    const groups = await selectDueTargets(env.DB, check.id, clock(), portionsOf(env).checkTargets);
    if (groups.length === 0) {
      const { open } = await selectTargetCounts(env.DB, check.id);
      if (open === 0) await finish(env, check, lease, clock());
      return false;
    }
    await mapConcurrent(groups, FETCHES_AT_ONCE, async ({ host, urls }) => {
      if (clock() >= untilMs) return;
      const asker = env.TARGETS.get(env.TARGETS.idFromName(host));
      const findings = await asker.ask(urls.slice(0, URLS_A_CALL));
      await writeTargets(
        env.DB,
        check.id,
        findings.map((finding) => limitWait(finding, check.createdAtMs + MAX_WAIT_MS)),
      );
    });
  }
  return true;
}

function limitWait(finding: TargetFinding, latestMs: number): TargetFinding {
  if ("answer" in finding || finding.dueAtMs <= latestMs) return finding;
  return { url: finding.url, answer: { status: null, location: null, reason: refuse("target_puts_off") } };
}
