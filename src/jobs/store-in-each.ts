import type { Env } from "../env.ts";
import type { ClickMessage } from "../queue-messages.ts";
import { selectConcerned } from "../storage/click/concerned.ts";
import { storeClicks } from "../storage/click/store.ts";

/**
 * Has each database count the clicks of its own records and the misses of its own hostnames, so that a click counts wherever
 * its record has moved to (contract 8.6).
 * @param envs the environments of all databases, the first one first
 * @returns for each message null if all databases have what is theirs, now or before, or else an error
 */
export async function storeInEach(envs: Env[], messages: ClickMessage[]): Promise<(Error | null)[]> {
  const failures = new Map<ClickMessage, Error | null>();
  for (const { DB, DATABASE } of envs) {
    try {
      const concerned = DATABASE === undefined ? messages : await selectConcerned(DB, messages);
      const outcomes = await storeClicks(DB, concerned);
      for (const [index, message] of concerned.entries()) {
        failures.set(message, failures.get(message) ?? outcomes[index] ?? null);
      }
    } catch (error) {
      for (const message of messages) failures.set(message, error as Error);
    }
  }
  return messages.map((message) => failures.get(message) ?? null);
}
