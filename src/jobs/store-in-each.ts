import type { Env } from "../env.ts";
import type { ClickMessage } from "../queue-messages.ts";
import { assertMoves, selectParts, thingOf } from "../storage/click/concerned.ts";
import { storeClicks } from "../storage/click/store.ts";

/**
 * Has each database count the clicks of its own records and the misses of its own hostnames, so that a click counts wherever
 * its record has moved to (contract 8.6).
 * @param envs the environments of all databases, the first one first
 * @returns for each message null if all databases have what is theirs, now or before, or else an error
 */
export async function storeInEach(envs: Env[], messages: ClickMessage[]): Promise<(Error | null)[]> {
  const [only] = envs;
  if (envs.length === 1 && only !== undefined) return storeClicks(only.DB, messages);
  const failures = new Map<ClickMessage, Error>();
  const [own, arriving] = [new Set<string>(), new Set<string>()];
  const workspaces = { arriving: new Set<string>(), left: new Set<string>() };
  if (messages.length === 0) return [];
  for (const { DB } of envs) {
    try {
      const parts = await selectParts(DB, messages);
      for (const thing of parts.own) own.add(thing);
      for (const thing of parts.arriving) arriving.add(thing);
      for (const [id, state] of JSON.parse(parts.moves) as [string, keyof typeof workspaces][])
        workspaces[state]?.add(id);
      const stored = parts.stored.map(({ part }) => part);
      const outcomes = await storeClicks(DB, stored, () => assertMoves(DB, parts));
      for (const [index, failure] of outcomes.entries()) {
        const part = parts.stored[index];
        if (failure !== null && part !== undefined) failures.set(part.of, failure);
      }
    } catch (error) {
      for (const message of messages) failures.set(message, error as Error);
    }
  }
  // Its workspace may have arrived between two looks, and have made the record after the first of them.
  const hasArrived = !workspaces.arriving.isDisjointFrom(workspaces.left);
  const isNobodys = (thing: string) => !own.has(thing) && (hasArrived || arriving.has(thing));
  for (const message of messages) {
    if (message.clicks.some((click) => isNobodys(thingOf(click)))) {
      failures.set(message, new Error("a workspace was moving"));
    }
  }
  return messages.map((message) => failures.get(message) ?? null);
}
