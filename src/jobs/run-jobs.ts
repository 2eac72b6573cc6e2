import { checkEnv } from "../check-env.ts";
import type { Env } from "../env.ts";
import { deleteOrphanedCertificates } from "../services/host/delete-orphaned-certificates.ts";
import { deleteOldAnswers } from "../storage/count/cache.ts";
import { deleteOldCounts } from "../storage/count/counters.ts";
import { expireChanges } from "../services/change/continue-change.ts";
import { endUnprovenClaims, queueDueHosts } from "./run-host-checks.ts";
import { queueDueRecords } from "./run-record-checks.ts";
import { queueThreatChecks } from "./run-threat-checks.ts";
import { deleteOldChecks } from "../storage/check/write.ts";
import { deleteOldClicks } from "../storage/click/prune.ts";
import { fetchCrawlerLists } from "./fetch-crawler-lists.ts";
import { foldClicks } from "./fold-clicks.ts";
import { reviewMissesOfHosts } from "./review-misses.ts";
import { suggestForMisses } from "./suggest-for-misses.ts";
import { foldMissesAndForget } from "./fold-misses.ts";
import { deleteEndedSessions } from "../storage/session/session.ts";
import { deleteOldKeys } from "../storage/idempotency/write.ts";
import { queueDueNotifications } from "./notify.ts";
import { completeReadyHosts } from "./projection/complete-hosts.ts";
import { retryDeadLetters } from "./dead-letters.ts";
import { drainProjections } from "./projection/drain.ts";
import { beat } from "./projection/heartbeat.ts";
import { resumeSteps, STEP_KINDS } from "./step-runner.ts";
import { DAY_MS } from "../domain/time.ts";

const ANSWERS_KEPT_MS = DAY_MS;
const KEYS_DELETED_AT_ONCE = 1_000;
const SESSIONS_DELETED_AT_ONCE = 1_000;

/** Runs the jobs of cron, each minute. A failing job does not stop the others. */
export async function runJobs(env: Env, nowMs: number): Promise<void> {
  checkEnv(env);
  const outcomes = await Promise.allSettled([
    drainProjections(env, nowMs),
    beat(env, nowMs),
    completeReadyHosts(env),
    deleteOldAnswers(env.DB, nowMs - ANSWERS_KEPT_MS),
    deleteOldCounts(env.DB, nowMs),
    deleteOldChecks(env.DB, nowMs),
    foldClicks(env, nowMs, Date.now),
    foldMissesAndForget(env, nowMs, Date.now),
    suggestForMisses(env, nowMs, Date.now),
    reviewMissesOfHosts(env, nowMs, Date.now),
    fetchCrawlerLists(env, nowMs),
    deleteOldClicks(env.DB, nowMs),
    retryDeadLetters(env),
    deleteOldKeys(env.DB, nowMs, KEYS_DELETED_AT_ONCE),
    deleteEndedSessions(env.DB, nowMs, SESSIONS_DELETED_AT_ONCE),
    queueDueRecords(env, nowMs),
    queueThreatChecks(env, nowMs),
    queueDueNotifications(env, nowMs),
    queueDueHosts(env, nowMs),
    endUnprovenClaims(env, nowMs),
    deleteOrphanedCertificates(env, nowMs),
    expireChanges(env, nowMs),
    ...STEP_KINDS.map((kind) => resumeSteps(env, kind, nowMs)),
  ]);
  const failures = outcomes
    .filter((outcome) => outcome.status === "rejected")
    .map(({ reason }) => reason as unknown);
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
}
