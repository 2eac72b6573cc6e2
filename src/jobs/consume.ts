import { storeClicks } from "../storage/click/store.ts";
import { isClickMessage } from "../clicks/is-click-message.ts";
import { checkEnv } from "../check-env.ts";
import type { Env } from "../env.ts";
import { checkHosts } from "./run-host-checks.ts";
import { checkDueRecords } from "./run-record-checks.ts";
import { runThreatChecks } from "./run-threat-checks.ts";
import { isDeadLetterQueue, keepDeadLetters } from "./dead-letters.ts";
import { completeReadyHosts } from "./projection/complete-hosts.ts";
import { drainProjections } from "./projection/drain.ts";
import { refill } from "./projection/refill.ts";
import { repair } from "./projection/repair.ts";
import { takeSteps } from "./step-runner.ts";
import { deliverNotifications } from "./notify.ts";
import type { ClickMessage, QueueMessage } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";

export async function consumeBatch(
  { queue, messages }: MessageBatch<QueueMessage>,
  env: Env,
  nowMs: number,
): Promise<void> {
  checkEnv(env);
  await (isDeadLetterQueue(queue) ? keepDeadLetters(messages, env, nowMs) : consume(messages, env, nowMs));
}

/**
 * Processes the messages of the queues. Each is acknowledged or retried separately, so that a failing message
 * does not delay others. Queues deliver at least once.
 */
export async function consume(
  messages: readonly Delivery<QueueMessage>[],
  env: Env,
  nowMs: number,
): Promise<void> {
  const clicks = messages.filter((message): message is Delivery<ClickMessage> =>
    isClickMessage(message.body),
  );
  await consumeClicks(clicks, env);
  const wakeUps = messages.filter(({ body }) => body?.kind === "drain");
  if (wakeUps.length > 0) await acknowledge(wakeUps, () => drainProjections(env));
  const known = new Set<Delivery<QueueMessage>>([...clicks, ...wakeUps]);
  for (const message of messages) {
    if (!known.has(message)) await acknowledge([message], () => work(message.body, env, nowMs));
  }
}

export type Delivery<T> = Pick<Message<T>, "body" | "attempts" | "ack" | "retry">;

async function consumeClicks(messages: Delivery<ClickMessage>[], env: Env): Promise<void> {
  const outcomes = await storeClicks(
    env.DB,
    messages.map(({ body }) => body),
  );
  for (const [index, message] of messages.entries()) {
    const failure = outcomes[index] ?? null;
    if (failure === null) message.ack();
    else tryAgain(message, failure);
  }
}

async function work(body: QueueMessage, env: Env, nowMs: number): Promise<void> {
  switch (body?.kind) {
    case "repair":
      return repair(env, body.slots);
    case "refill":
      return refill(env, body.host);
    case "complete-hosts":
      return completeReadyHosts(env);
    case "check-records":
      return checkDueRecords(env, body.ids, nowMs, Date.now);
    case "check-threats":
      return runThreatChecks(env, body.ids, nowMs);
    case "check-hosts":
      return checkHosts(env, body.hosts, nowMs);
    case "notify":
      return deliverNotifications(env, body.ids, Date.now);
    case "change":
    case "check-urls":
    case "count-records":
    case "backup":
    case "reproject":
    case "sweep-keys":
      return takeSteps(env, body, nowMs);
    default:
      throw new UnknownKindError(body?.kind);
  }
}

class UnknownKindError extends Error {
  constructor(kind: unknown) {
    super(`this release has no handler for queue messages of the kind ${String(kind)}`);
  }
}

async function acknowledge(messages: Delivery<QueueMessage>[], job: () => Promise<unknown>): Promise<void> {
  try {
    await job();
    for (const message of messages) message.ack();
  } catch (error) {
    for (const message of messages) tryAgain(message, error);
  }
}

const MAX_DELAY_SECONDS = 600;
/**
 * The delay before another delivery of a message from a later release, which only that release can process. Three
 * more deliveries take longer than the replacement of a release.
 */
const UNKNOWN_DELAY_SECONDS = 120;

function tryAgain(message: Delivery<unknown>, error: unknown): void {
  log("warn", "queue_message_failed", { attempts: message.attempts, error: String(error) });
  const delaySeconds =
    error instanceof UnknownKindError
      ? UNKNOWN_DELAY_SECONDS
      : Math.min(MAX_DELAY_SECONDS, 2 ** message.attempts);
  message.retry({ delaySeconds });
}
