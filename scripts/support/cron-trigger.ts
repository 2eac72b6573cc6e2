import { setTimeout as delay } from "node:timers/promises";
import { isDue } from "./cron-expression.ts";

const MINUTE_MS = 60_000;

export interface CronTarget {
  port: number;
  crons: string[];
  signal: AbortSignal;
  warn: (message: string) => void;
}

/** Fires the cron triggers of the local worker each minute, because the local runtime does not fire them. */
export async function fireCronTriggers(target: CronTarget): Promise<void> {
  const { signal } = target;
  while (!signal.aborted) {
    const minuteMs = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
    await delay(minuteMs - Date.now(), undefined, { signal }).catch(() => {});
    if (!signal.aborted) void fireDue(target, minuteMs);
  }
}

/** Fires the triggers that are due in the current minute. Never throws. */
export async function fireDue(target: CronTarget, minuteMs: number): Promise<void> {
  const due = target.crons.filter((cron) => isDue(cron, new Date(minuteMs)));
  await fireAll({ ...target, crons: due }, minuteMs);
}

/** Fires every trigger once, whether it is due or not. Never throws. */
export async function fireAll({ port, crons, signal, warn }: CronTarget, timeMs: number): Promise<void> {
  const fired = crons.map((cron) =>
    fire(port, cron, timeMs, signal).catch((error: Error) => {
      if (!signal.aborted) warn(`The cron trigger ${cron} failed: ${error.message}`);
    }),
  );
  await Promise.all(fired);
}

async function fire(port: number, cron: string, timeMs: number, signal: AbortSignal): Promise<void> {
  const query = new URLSearchParams({ cron, time: String(timeMs) });
  // The runtime takes this path from local hostnames only.
  const response = await fetch(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled?${query}`, { signal });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${answer}`);
}
