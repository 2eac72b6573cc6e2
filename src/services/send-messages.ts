import type { Env } from "../env.ts";
import type { WatchMessage } from "../queue-messages.ts";
import { chunk } from "../runtime/chunk.ts";
import { log } from "../runtime/log.ts";

/** The most messages that a queue accepts in one call. */
const MESSAGES_AT_ONCE = 100;

/**
 * Sends messages to a queue.
 * @returns the messages that the queue did not accept
 */
export async function sendMessages<T extends WatchMessage>(queue: Env["WATCH"], messages: T[]): Promise<T[]> {
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
