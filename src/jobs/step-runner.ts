import { MINUTE_MS } from "../domain/time.ts";
import type { Env } from "../env.ts";
import type { QueueMessage } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";
import { continueChange } from "../services/change/continue-change.ts";
import { continueCheck } from "../services/check/continue-check.ts";
import { continueCount } from "../services/count/counting.ts";
import { sendMessages } from "../services/send-messages.ts";
import { HAS_STALLED, selectStalled } from "../storage/change/read.ts";
import { HAS_IDLE_CHECKS, selectIdleChecks } from "../storage/check/write.ts";
import { hasStalledScans, selectStalledScans } from "../storage/count/cache.ts";
import { IS_SWEEPING } from "../storage/projection/key-sweep.ts";
import { IS_REPROJECTING } from "../storage/projection/reprojection.ts";
import { beginBackup, continueBackup, lacksBackupOf } from "./backup/continue-backup.ts";
import type { Condition, JobRun } from "./job-run.ts";
import { reproject } from "./projection/reproject.ts";
import { sweepKeys } from "./projection/sweep-keys.ts";

/**
 * Work of many steps. A message takes some of them under a lease, and is sent again while more are left. If the message
 * or its consumer is lost, the lease ends, and cron sends the message again.
 */
interface Work<M> {
  /** Holds if `selectIdle` selects messages. */
  isIdle: Condition;
  /** Takes steps. Returns whether this message has more to do at once. */
  step(env: Env, message: M, nowMs: number): Promise<boolean>;
  /** Selects the messages of unfinished work without a valid lease. */
  selectIdle(env: Env, nowMs: number, limit: number): Promise<Omit<M, "kind">[]>;
}

export type StepKind = "change" | "check-urls" | "count-records" | "backup" | "reproject" | "sweep-keys";
type StepMessage = Extract<QueueMessage, { kind: StepKind }>;

const IDLE_AT_ONCE = 100;
/** The age at which the next step of a count is taken for lost, by the queue or with its isolate. */
const STALLED_COUNT_MS = MINUTE_MS;

const WORK: { [K in StepKind]: Work<Extract<QueueMessage, { kind: K }>> } = {
  change: {
    async step(env, { id, workspaceId }, nowMs) {
      try {
        return await continueChange(env, workspaceId, id, nowMs, Date.now);
      } catch (error) {
        // Cron continues the change.
        log("error", "change_step_failed", { id, error: String(error) });
        return false;
      }
    },
    isIdle: HAS_STALLED,
    selectIdle: ({ DB }, nowMs, limit) => selectStalled(DB, nowMs, limit),
  },
  "check-urls": {
    step: (env, { id }) => continueCheck(env, id, Date.now),
    isIdle: HAS_IDLE_CHECKS,
    selectIdle: async ({ DB }, nowMs, limit) =>
      (await selectIdleChecks(DB, nowMs, limit)).map((id) => ({ id })),
  },
  "count-records": {
    step: (env, { workspaceId, key }, nowMs) => continueCount(env, workspaceId, key, nowMs),
    isIdle: hasStalledScans(STALLED_COUNT_MS),
    selectIdle: ({ DB }, nowMs, limit) => selectStalledScans(DB, nowMs - STALLED_COUNT_MS, limit),
  },
  backup: {
    step: (env, _, nowMs) => continueBackup(env, nowMs),
    isIdle: lacksBackupOf,
    selectIdle: async (env, nowMs) => ((await beginBackup(env, nowMs)) ? [{}] : []),
  },
  reproject: {
    step: reproject,
    isIdle: IS_REPROJECTING,
    selectIdle: async () => [{}],
  },
  "sweep-keys": {
    step: sweepKeys,
    isIdle: IS_SWEEPING,
    selectIdle: async () => [{}],
  },
};

export const STEP_KINDS = Object.keys(WORK) as StepKind[];

export function isIdle(kind: StepKind): Condition {
  return WORK[kind].isIdle;
}

/** Takes steps, and sends the message again if more are left. */
export async function takeSteps(env: Env, message: StepMessage, nowMs: number): Promise<void> {
  const work = WORK[message.kind] as Work<StepMessage>;
  if (await work.step(env, message, nowMs)) await sendMessages(env, [message]);
}

/** Delivers the messages of work whose message was lost, or that is to begin. Returns whether some are left. */
export async function resumeSteps(kind: StepKind, { env, nowMs, deliver }: JobRun): Promise<boolean> {
  const idle = await WORK[kind].selectIdle(env, nowMs, IDLE_AT_ONCE);
  return (await deliver(idle.map((fields) => ({ kind, ...fields }) as StepMessage))).length > 0;
}
