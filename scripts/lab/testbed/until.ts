import { setTimeout as delay } from "node:timers/promises";

/** Guards against endless waits; on a busy machine a task of one second can take tens of seconds. */
const GIVE_UP_MS = 150_000;

/** Reads until the value is as it should be. @throws Error with the last value when the deadline has passed */
export async function readUntil<T>(
  read: () => T | Promise<T>,
  isMet: (value: T) => boolean,
  { deadlineMs = GIVE_UP_MS, everyMs = 100 }: { deadlineMs?: number; everyMs?: number } = {},
): Promise<T> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (isMet(value)) return value;
    if (performance.now() > endMs) throw new Error(`not within ${deadlineMs} ms: ${JSON.stringify(value)}`);
    await delay(everyMs);
  }
}
