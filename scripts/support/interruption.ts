import { setInterval as every } from "node:timers/promises";

const WATCH_MS = 500;

/** Resolves when whoever started this script wants it to end. */
export async function untilInterrupted(): Promise<"interrupted"> {
  const signalled = new Promise<void>((resolve) => {
    // Not once: Ctrl-C arrives from the terminal and again from npm.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  await Promise.race([signalled, untilAbandoned()]);
  return "interrupted";
}

/** A signal to npm ends npm and the shell between, and may never get here. */
async function untilAbandoned(): Promise<void> {
  const { ppid } = process;
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  for await (const _ of every(WATCH_MS, undefined, { ref: false })) {
    if (isRunByNpm && process.ppid !== ppid) return;
  }
}
