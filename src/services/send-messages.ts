import type { Env } from "../env.ts";
import type { ProjectionMessage, WatchMessage } from "../queue-messages.ts";
import { chunk } from "../runtime/chunk.ts";
import { log } from "../runtime/log.ts";

/** The most messages that a queue accepts in one call. */
const MESSAGES_AT_ONCE = 100;

const OF_PROJECTION = new Set(["reproject", "sweep-keys"]);

/** Messages of which one call sends those of one kind. */
export type SentMessage = WatchMessage | Extract<ProjectionMessage, { kind: "reproject" | "sweep-keys" }>;

/**
 * Sends messages of one kind to their queue.
 * @returns the messages that the queue did not accept
 */
export async function sendMessages<M extends SentMessage>(
  { PROJECTION, WATCH }: Pick<Env, "PROJECTION" | "WATCH">,
  messages: M[],
): Promise<M[]> {
  const queue = (OF_PROJECTION.has(messages[0]?.kind ?? "") ? PROJECTION : WATCH) as Queue<SentMessage>;
  for (const [index, batch] of chunk(messages, MESSAGES_AT_ONCE).entries()) {
    try {
      await queue.sendBatch(batch.map((body) => ({ body })));
    } catch (error) {
      log("warn", "watch_messages_not_queued", { error: String(error) });
      return messages.slice(index * MESSAGES_AT_ONCE);
    }
  }
  return [];
}

/**
 * Asks the consumer to send what is due to some webhooks. If the call is lost, cron makes it. Never rejects.
 * @param event is sent to the only webhook at once, whatever waits there
 */
export async function startDelivery({ env }: { env: Env }, ids: string[], event?: string): Promise<void> {
  await sendMessages(env, [{ kind: "deliver", ids, ...(event !== undefined && { event }) }]);
}
