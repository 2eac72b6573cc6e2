import { setTimeout as delay } from "node:timers/promises";

/** Reads until what was read is as it should be; throws with the last of it when the deadline passes. */
export async function readUntil<T>(
  read: () => T | Promise<T>,
  isMet: (value: T) => boolean,
  { deadlineMs, everyMs = 100 }: { deadlineMs: number; everyMs?: number },
): Promise<T> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (isMet(value)) return value;
    if (performance.now() > endMs) throw new Error(`not within ${deadlineMs} ms: ${JSON.stringify(value)}`);
    await delay(everyMs);
  }
}
