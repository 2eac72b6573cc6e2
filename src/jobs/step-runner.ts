import { MINUTE_MS } from "../domain/time.ts";
import type { Env } from "../env.ts";
import type { QueueMessage, WatchMessage } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";
import { continueChange } from "../services/change/continue-change.ts";
import { continueCheck } from "../services/check/continue-check.ts";
import { callConsumer } from "../services/publish.ts";
import { continueCount } from "../services/count/counting.ts";
import { sendMessages } from "../services/send-messages.ts";
import { selectStalled } from "../storage/change/read.ts";
import { selectIdleChecks } from "../storage/check/write.ts";
import { selectStalledScans } from "../storage/count/cache.ts";
import { isSweeping } from "../storage/projection/key-sweep.ts";
import { isReprojecting } from "../storage/projection/reprojection.ts";
import { beginBackup, continueBackup } from "./backup/continue-backup.ts";
import { reproject } from "./projection/reproject.ts";
import { sweepKeys } from "./projection/sweep-keys.ts";

/**
 * Work of many steps. A message takes some of them under a lease, and is sent again while more are left. If the message
 * or its consumer is lost, the lease ends, and cron sends the message again.
 */
interface Work<M> {
  /** Takes steps. Returns whether this message has more to do at once. */
  step(env: Env, message: M, nowMs: number): Promise<boolean>;
  /** Selects the messages of unfinished work without a valid lease. */
  selectIdle(env: Env, nowMs: number, limit: number): Promise<Omit<M, "kind">[]>;
}

type Kind = "change" | "check-urls" | "count-records" | "backup" | "reproject" | "sweep-keys";
type StepMessage = Extract<QueueMessage, { kind: Kind }>;

const IDLE_AT_ONCE = 100;
/** The age at which the next step of a count is taken for lost, by the queue or with its isolate. */
const STALLED_COUNT_MS = MINUTE_MS;

const WORK: { [K in Kind]: Work<Extract<QueueMessage, { kind: K }>> } = {
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
    selectIdle: ({ DB }, nowMs, limit) => selectStalled(DB, nowMs, limit),
  },
  "check-urls": {
    step: (env, { id }) => continueCheck(env, id, Date.now),
    selectIdle: async ({ DB }, nowMs, limit) =>
      (await selectIdleChecks(DB, nowMs, limit)).map((id) => ({ id })),
  },
  "count-records": {
    step: (env, { workspaceId, key }, nowMs) => continueCount(env, workspaceId, key, nowMs),
    selectIdle: ({ DB }, nowMs, limit) => selectStalledScans(DB, nowMs - STALLED_COUNT_MS, limit),
  },
  backup: {
    step: (env, _, nowMs) => continueBackup(env, nowMs),
    selectIdle: async (env, nowMs) => ((await beginBackup(env, nowMs)) ? [{}] : []),
  },
  reproject: {
    step: reproject,
    selectIdle: async ({ DB }) => ((await isReprojecting(DB)) ? [{}] : []),
  },
  "sweep-keys": {
    step: sweepKeys,
    selectIdle: async ({ DB }) => ((await isSweeping(DB)) ? [{}] : []),
  },
};

export const STEP_KINDS = Object.keys(WORK) as Kind[];

export async function takeSteps(env: Env, message: StepMessage, nowMs: number): Promise<void> {
  const work = WORK[message.kind] as Work<StepMessage>;
  if (await work.step(env, message, nowMs)) await send(env, message.kind, [message]);
}

/** Sends the messages of work whose message was lost, or that is to begin. */
export async function resumeSteps(env: Env, kind: Kind, nowMs: number): Promise<void> {
  const idle = await WORK[kind].selectIdle(env, nowMs, IDLE_AT_ONCE);
  const messages = idle.map((fields) => ({ kind, ...fields }) as StepMessage);
  await send(env, kind, messages);
}

async function send(env: Env, kind: Kind, messages: StepMessage[]): Promise<void> {
  if (kind !== "reproject" && kind !== "sweep-keys") {
    await sendMessages(env.WATCH, messages as WatchMessage[]);
  } else if (messages.length > 0) {
    await callConsumer(env, kind);
  }
}
