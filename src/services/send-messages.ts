import type { Env } from "../env.ts";
import type { WatchMessage } from "../queue-messages.ts";

/** What one call of a queue takes. */
const MESSAGES_AT_ONCE = 100;

/**
 * Hands messages to the queue.
 * @returns those that it did not take
 */
export async function sendMessages<T extends WatchMessage>(queue: Env["WATCH"], messages: T[]): Promise<T[]> {
  for (let start = 0; start < messages.length; start += MESSAGES_AT_ONCE) {
    try {
      await queue.sendBatch(messages.slice(start, start + MESSAGES_AT_ONCE).map((body) => ({ body })));
    } catch (error) {
      console.warn(`the queue takes no messages: ${String(error)}`);
      return messages.slice(start);
    }
  }
  return [];
}
