import { isClickMessage } from "../clicks/is-click-message.ts";
import { isMiss } from "../clicks/miss-tally.ts";
import { toOriginQuery } from "../clicks/origin.ts";
import { keeperOf } from "../durable/keeper-of.ts";
import { allOf } from "../all-databases.ts";
import type { Env } from "../env.ts";
import type { Click } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";
import { storeInEach } from "./store-in-each.ts";
import { deleteLetters, IN_BUCKET, putDeadLetters, readDeadLetter } from "../storage/dead-letter/bucket.ts";
import {
  selectLettersToRetry,
  deleteDeadLetter,
  insertDeadLetters,
  noteFailedRetry,
} from "../storage/dead-letter/dead-letter.ts";

/** The ending of the name of a dead-letter queue (wrangler.toml). */
const DEAD = "-dead";

export function isDeadLetterQueue(queue: string): boolean {
  return queue.endsWith(DEAD);
}

type DeadMessage = Pick<Message, "id" | "body" | "attempts" | "ack" | "retry">;

/**
 * Returns the seconds until a message is tried again: an hour on the first day, four hours afterwards. So 100
 * attempts, the most of a queue, last for the 14 days for which the queue keeps the message.
 */
function toRetrySeconds(attempts: number): number {
  return attempts > 24 ? 14_400 : 3_600;
}

/**
 * Stores the dead letters of the queue of clicks for an operator (contract 25.8): in the bucket of backups, if there is
 * one, else in the database.
 */
export async function keepDeadLetters(
  messages: readonly DeadMessage[],
  env: Env,
  nowMs: number,
): Promise<void> {
  try {
    const letters = messages.map(toKept);
    await (env.BACKUPS === undefined
      ? insertDeadLetters(env.DB, letters, nowMs)
      : putDeadLetters(env.BACKUPS, letters));
    for (const message of messages) message.ack();
    log("error", "dead_letters_kept", { messages: messages.length });
  } catch (error) {
    log("error", "dead_letters_not_kept", { messages: messages.length, error: String(error) });
    for (const message of messages) message.retry({ delaySeconds: toRetrySeconds(message.attempts) });
    // An error here would take the delay from the messages.
    await keeperOf(env)
      .noteJobs({ lettersRefusedAtMs: nowMs }, nowMs)
      .catch((failure: unknown) => log("warn", "jobs_not_noted", { error: String(failure) }));
  }
}

/**
 * Removes what may name a person: missed paths, because only checked paths are stored (contract 31.5), and what a query
 * has besides the origin.
 */
function toKept({ id, body }: DeadMessage) {
  if (!isClickMessage(body)) return { id, body, clicks: null };
  const clicks = body.clicks.filter((one): one is Click => !isMiss(one));
  return { id, body: { ...body, clicks: clicks.map(withOriginAlone) }, clicks: clicks.length };
}

/** Returns a click with a shorter query. The previous release sends none. */
function withOriginAlone(click: Click): Click {
  const query = click[7];
  return query === undefined ? click : (click.with(7, toOriginQuery(query)) as Click);
}

const MAX_ERROR_CHARACTERS = 300;

/**
 * Counts the clicks of at most `most` dead letters for which an operator requested another attempt.
 * @returns whether some are left
 */
export async function retryDeadLetters(env: Env, most: number): Promise<boolean> {
  const { DB, BACKUPS } = env;
  const letters = await selectLettersToRetry(DB, most);
  if (letters.length === 0) return false;
  const read = await Promise.all(
    letters.map(async ({ id, body }) => {
      const text = body === IN_BUCKET ? await readDeadLetter(BACKUPS, id) : body;
      return { id, isInBucket: body === IN_BUCKET, message: JSON.parse(text ?? "null") as unknown };
    }),
  );
  const clicks = read.flatMap(({ id, message }) => (isClickMessage(message) ? [{ id, message }] : []));
  const outcomes = await storeInEach(
    allOf(env),
    clicks.map(({ message }) => message),
  );
  const failures = new Map(clicks.map(({ id }, index) => [id, outcomes[index] ?? null]));
  await DB.batch(
    read.map(({ id }) => {
      const failure = failures.get(id);
      if (failure === null) return deleteDeadLetter(DB, id);
      const reason = failure === undefined ? "this is no message of clicks" : String(failure);
      return noteFailedRetry(DB, id, reason.slice(0, MAX_ERROR_CHARACTERS));
    }),
  );
  // An object whose row is gone is a dead letter again. Its message is known for 15 days, so that it counts once.
  const counted = read.filter(({ id, isInBucket }) => isInBucket && failures.get(id) === null);
  await deleteLetters(
    BACKUPS,
    counted.map(({ id }) => id),
  );
  return letters.length === most;
}
