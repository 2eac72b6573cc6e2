import { isClickMessage } from "../clicks/is-click-message.ts";
import { namedIn } from "../all-databases.ts";
import { checkEnv } from "../check-env.ts";
import { MINUTE_MS } from "../domain/time.ts";
import { databasesOf } from "../databases-of.ts";
import type { Bindings, Env } from "../env.ts";
import { isDeadLetterQueue, keepDeadLetters } from "./dead-letters.ts";
import { handleMessage, UnknownKindError } from "./handle-message.ts";
import { homesOf } from "./message-home.ts";
import { drainProjections } from "./projection/drain.ts";
import { runLeasedJob } from "./run-job.ts";
import { runMinute } from "./run-jobs.ts";
import { storeInEach } from "./store-in-each.ts";
import type { ClickMessage, QueueMessage } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";

export async function consumeBatch(
  { queue, messages }: MessageBatch<QueueMessage>,
  bindings: Bindings,
  nowMs: number,
): Promise<void> {
  checkEnv(bindings);
  const [first] = databasesOf(bindings);
  await (isDeadLetterQueue(queue)
    ? keepDeadLetters(messages, first, nowMs)
    : consume(messages, bindings, nowMs));
}

/**
 * Processes the messages of the queues. Each is acknowledged or retried separately, so that a failing message
 * does not delay others. Queues deliver at least once.
 */
export async function consume(
  messages: readonly Delivery<QueueMessage>[],
  bindings: Bindings,
  nowMs: number,
): Promise<void> {
  const envs = databasesOf(bindings);
  const clicks = messages.filter((message): message is Delivery<ClickMessage> =>
    isClickMessage(message.body),
  );
  await consumeClicks(clicks, envs);
  const wakeUps = messages.filter(({ body }) => body?.kind === "drain");
  for (const [database, messages] of Map.groupBy(wakeUps, ({ body }) => body.database)) {
    await acknowledge(messages, () => drainProjections(namedIn(envs, database)));
  }
  const known = new Set<Delivery<QueueMessage>>([...clicks, ...wakeUps]);
  for (const message of messages) {
    if (!known.has(message)) await acknowledge([message], () => handle(message.body, envs, nowMs));
  }
}

export type Delivery<T> = Pick<Message<T>, "body" | "attempts" | "ack" | "retry">;

async function consumeClicks(messages: Delivery<ClickMessage>[], envs: Env[]): Promise<void> {
  const outcomes = await storeInEach(
    envs,
    messages.map(({ body }) => body),
  );
  for (const [index, message] of messages.entries()) {
    const failure = outcomes[index] ?? null;
    if (failure === null) message.ack();
    else tryAgain(message, failure);
  }
}

async function handle(body: QueueMessage, envs: [Env, ...Env[]], nowMs: number): Promise<unknown> {
  const homes = envs.length === 1 ? null : await homesOf(envs, body);
  if (homes !== null) {
    return Promise.all(homes.map(({ env, found }) => handleMessage(found, env, nowMs)));
  }
  const env = namedIn(envs, body?.database);
  // Some jobs run in certain minutes alone.
  if (body?.kind === "minute") return runMinute(env, Math.max(body.atMs, nowMs - MINUTE_MS));
  return body?.kind === "job" ? runLeasedJob(env, body, nowMs) : handleMessage(body, env, nowMs);
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
