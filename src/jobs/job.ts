import { deleteOldConversions, HAS_OLD_SUMS, hasOldConversions } from "../storage/conversion/prune.ts";
import type { JobName } from "../domain/job.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../domain/time.ts";
import { expireChanges } from "../services/change/continue-change.ts";
import { deleteOrphanedCertificates } from "../services/host/delete-orphaned-certificates.ts";
import { asksSafeBrowsing } from "../services/threat/ask-safe-browsing.ts";
import { HAS_ENDED_CHANGES } from "../storage/change/end.ts";
import { deleteOldChecks, HAS_OLD_CHECKS } from "../storage/check/write.ts";
import { deleteOldClaims, hasOldClaims } from "../storage/claim/write.ts";
import { hasUnfoldedClicks } from "../storage/click/fold.ts";
import { hasOldTables } from "../storage/click/move.ts";
import { deleteOldClicks, hasOldClicks, HAS_OLD_DAYS } from "../storage/click/prune.ts";
import { HAS_DAYS_TO_ROLL_UP } from "../storage/click/roll-up.ts";
import { deleteOldAnswers, hasOldAnswers } from "../storage/count/cache.ts";
import { deleteOldCounts, hasOldCounts } from "../storage/count/counters.ts";
import { HAS_DUE_LISTS } from "../storage/crawler/list.ts";
import { HAS_LETTERS_TO_RETRY } from "../storage/dead-letter/dead-letter.ts";
import { HAS_DUE_HOSTS } from "../storage/host/check.ts";
import { HAS_DUE_ORPHANS } from "../storage/host/orphaned-certificate.ts";
import { deleteOldKeys, hasOldKeys } from "../storage/idempotency/write.ts";
import { HAS_MISSES } from "../storage/miss/fold.ts";
import { deleteOldMisses, hasOldMisses } from "../storage/miss/prune.ts";
import { HAS_REVIEWS } from "../storage/miss/review.ts";
import { HAS_WAITING_PATHS } from "../storage/miss/suggestion.ts";
import { HAS_DUE_RECORDS } from "../storage/monitor/write.ts";
import { HAS_MOVES } from "../storage/move/move.ts";
import { HAS_NOTIFICATIONS } from "../storage/notification/notification.ts";
import { HAS_BEHIND } from "../storage/projection/behind.ts";
import { HAS_NOTES } from "../storage/projection/outbox.ts";
import { deleteEndedSessions, HAS_ENDED_SESSIONS } from "../storage/session/session.ts";
import { HAS_ENDANGERED, hasRoundPart } from "../storage/threat/threat.ts";
import {
  deleteOldEvents,
  HAS_DUE_WEBHOOKS,
  HAS_FULL_LOGS,
  HAS_OLD_EVENTS,
} from "../storage/webhook/delivery.ts";
import type { Allowance } from "./budget.ts";
import { retryDeadLetters } from "./dead-letters.ts";
import { fetchCrawlerLists } from "./fetch-crawler-lists.ts";
import { foldClicks, moveClicksOfOldTables, rollUpClicks } from "./fold-clicks.ts";
import { foldMisses } from "./fold-misses.ts";
import type { Condition, JobRun } from "./job-run.ts";
import { queueDueWebhooks } from "./deliver-events.ts";
import { moveWorkspace } from "./move/move-workspace.ts";
import { queueDueNotifications } from "./notify.ts";
import { completeInBudget } from "./projection/complete-hosts.ts";
import { drainInBudget } from "./projection/drain.ts";
import { beat } from "./projection/heartbeat.ts";
import { reserveHosts } from "./reserve-hosts.ts";
import { reviewMissesOfHosts } from "./review-misses.ts";
import { queueDueHosts, UNPROVEN_CLAIMS_KEPT_MS } from "./run-host-checks.ts";
import { queueDueRecords } from "./run-record-checks.ts";
import { queueThreatChecks, ROUND_MS } from "./run-threat-checks.ts";
import { isIdle, resumeSteps, type StepKind } from "./step-runner.ts";
import { SUGGEST_EVERY_MS, suggestForMisses } from "./suggest-for-misses.ts";

/** Why a job runs, and what it does. */
export interface Job {
  /** Holds if there is work. */
  isDue: Condition;
  /** Works until nothing is left, or the budget is used. Returns true if work is left. */
  run(run: JobRun): Promise<boolean | void>;
  /** What the job may use in the invocation of cron; if absent, it gets an invocation of its own. */
  inCron?: Allowance;
}

/** An invocation of the paid plan may use 1,000 statements. The jobs of cron share them. */
const HEARTBEAT = { statements: 40, subrequests: 50, ms: 10_000 };
const DRAIN = { statements: 150, subrequests: 650, ms: 30_000 };
const REPAIR = { statements: 100, subrequests: 250, ms: 20_000 };
const FOLD = { statements: 500, subrequests: 200, ms: 40_000 };
/** Jobs that only send messages. */
const SEND = { statements: 10, subrequests: 20, ms: 10_000 };

const ROWS_AT_ONCE = 1_000;
const ANSWERS_KEPT_MS = DAY_MS;

export const JOBS: Record<JobName, Job> = {
  heartbeat: { isDue: "true", run: ({ env, nowMs }) => beat(env, nowMs), inCron: HEARTBEAT },
  drain: { isDue: HAS_NOTES, run: drainInBudget, inCron: DRAIN },
  repair: { isDue: HAS_BEHIND, run: completeInBudget, inCron: REPAIR },
  fold: { isDue: hasUnfoldedClicks, run: foldClicks, inCron: FOLD },
  "check-records": { isDue: HAS_DUE_RECORDS, run: queueDueRecords, inCron: SEND },
  "check-threats": {
    isDue: (_, env) => (asksSafeBrowsing(env) ? hasRoundPart(ROUND_MS) : HAS_ENDANGERED),
    run: queueThreatChecks,
    inCron: SEND,
  },
  "check-hosts": { isDue: HAS_DUE_HOSTS, run: queueDueHosts, inCron: SEND },
  notify: { isDue: HAS_NOTIFICATIONS, run: queueDueNotifications, inCron: SEND },
  deliver: { isDue: HAS_DUE_WEBHOOKS, run: queueDueWebhooks, inCron: SEND },
  change: toStepJob("change"),
  "check-urls": toStepJob("check-urls"),
  "count-records": toStepJob("count-records"),
  backup: toStepJob("backup"),
  reproject: toStepJob("reproject"),
  "sweep-keys": toStepJob("sweep-keys"),
  "fold-misses": { isDue: HAS_MISSES, run: foldMisses },
  suggest: {
    isDue: (nowMs) => (isTime(nowMs, SUGGEST_EVERY_MS) ? HAS_WAITING_PATHS : null),
    run: suggestForMisses,
  },
  "review-misses": { isDue: HAS_REVIEWS, run: (run) => reviewMissesOfHosts(run) },
  "reserve-hosts": {
    isDue: (nowMs, { DATABASE }) => (DATABASE !== undefined && isTime(nowMs, HOUR_MS) ? "true" : null),
    run: reserveHosts,
  },
  "crawler-lists": {
    // KV has the lists of the installation, so that one database is enough to fetch them.
    isDue: (_, { CRAWLER_LISTS, DATABASE }) => (CRAWLER_LISTS && !DATABASE ? HAS_DUE_LISTS : null),
    run: ({ env, nowMs }) => fetchCrawlerLists(env, nowMs),
  },
  "dead-letters": {
    isDue: HAS_LETTERS_TO_RETRY,
    run: inSteps({ fixed: 7, each: 1, most: 100 }, ({ env }, most) => retryDeadLetters(env, most)),
  },
  certificates: {
    isDue: (_, { CLOUDFLARE_ZONE_ID }) => (CLOUDFLARE_ZONE_ID === "" ? null : HAS_DUE_ORPHANS),
    run: inSteps({ fixed: 2, each: 1, most: 20 }, ({ env, nowMs }, most) =>
      deleteOrphanedCertificates(env, nowMs, most),
    ),
  },
  "move-workspace": { isDue: (_, { ALL }) => (ALL ? HAS_MOVES : null), run: moveWorkspace },
  "move-clicks": { isDue: hasOldTables, run: moveClicksOfOldTables },
  "roll-up-clicks": {
    isDue: HAS_DAYS_TO_ROLL_UP,
    run: rollUpClicks,
  },
  "forget-clicks": {
    isDue: (nowMs) => withHourly(hasOldClicks(nowMs), HAS_OLD_DAYS, nowMs),
    run: inSteps({ fixed: 12 }, ({ env, nowMs }) => deleteOldClicks(env.DB, nowMs)),
  },
  "forget-conversions": {
    isDue: (nowMs) => withHourly(hasOldConversions(nowMs), HAS_OLD_SUMS, nowMs),
    run: inSteps({ fixed: 5 }, ({ env, nowMs }) => deleteOldConversions(env.DB, nowMs)),
  },
  "forget-misses": {
    isDue: hasOldMisses,
    run: inSteps({ fixed: 12 }, ({ env, nowMs }) => deleteOldMisses(env.DB, nowMs)),
  },
  "forget-changes": {
    isDue: HAS_ENDED_CHANGES,
    run: inSteps({ fixed: 7, each: 6, most: 10 }, ({ env, nowMs }, most) => expireChanges(env, nowMs, most)),
  },
  "forget-checks": {
    isDue: HAS_OLD_CHECKS,
    run: inSteps({ fixed: 5 }, ({ env, nowMs }) => deleteOldChecks(env.DB, nowMs)),
  },
  "forget-claims": {
    isDue: (nowMs) => (isTime(nowMs, HOUR_MS) ? hasOldClaims(UNPROVEN_CLAIMS_KEPT_MS) : null),
    run: ({ env, nowMs }) => deleteOldClaims(env.DB, nowMs - UNPROVEN_CLAIMS_KEPT_MS),
  },
  "forget-calls": {
    isDue: (nowMs) =>
      withHourly(
        [
          hasOldKeys(nowMs),
          HAS_ENDED_SESSIONS,
          hasOldCounts(nowMs),
          hasOldAnswers(ANSWERS_KEPT_MS),
          HAS_FULL_LOGS,
        ].join(" OR "),
        HAS_OLD_EVENTS,
        nowMs,
      ),
    run: inSteps({ fixed: 12 }, forgetCalls),
  },
};

function toStepJob(kind: StepKind): Job {
  return {
    isDue: isIdle(kind),
    run: (run) => resumeSteps(kind, run),
    inCron: SEND,
  };
}

/** Deletes what calls of the API left: keys, sessions, counts, the log of webhooks. */
async function forgetCalls({ env: { DB }, nowMs }: JobRun): Promise<boolean> {
  await deleteOldAnswers(DB, nowMs - ANSWERS_KEPT_MS);
  const hasMoreCounts = await deleteOldCounts(DB, nowMs);
  const hasMoreEvents = await deleteOldEvents(DB, nowMs, ROWS_AT_ONCE);
  const hasMoreKeys = await deleteOldKeys(DB, nowMs, ROWS_AT_ONCE);
  return (
    (await deleteEndedSessions(DB, nowMs, ROWS_AT_ONCE)) || hasMoreKeys || hasMoreCounts || hasMoreEvents
  );
}

/** The most statements of a step: some, and some for each of at most `most` items. */
interface Cost {
  fixed: number;
  each?: number;
  most?: number;
}

/** Takes steps until one says that nothing is left, or there is no room for another. */
function inSteps(
  { fixed, each = 0, most = 1 }: Cost,
  step: (run: JobRun, most: number) => Promise<boolean>,
): Job["run"] {
  return async (run) => {
    const { budget } = run;
    while (budget.hasRoom(fixed + each)) {
      const room = budget.left.statements - fixed;
      if (!(await step(run, Math.min(most, Math.floor(room / (each || 1)))))) return false;
    }
    return true;
  };
}

/** Returns whether a minute is one of those in which something is done that is not done each minute. */
function isTime(nowMs: number, everyMs: number): boolean {
  return Math.floor(nowMs / MINUTE_MS) % (everyMs / MINUTE_MS) === 0;
}

function withHourly(condition: string, hourly: string, nowMs: number): string {
  return isTime(nowMs, HOUR_MS) ? `${condition} OR ${hourly}` : condition;
}
