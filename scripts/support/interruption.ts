import { setInterval as every } from "node:timers/promises";

const WATCH_MS = 500;

/** Resolves when the person or npm wants this script to end. */
export async function untilInterrupted(): Promise<"interrupted"> {
  const signalled = new Promise<void>((resolve) => {
    // Not `once`, because Ctrl-C arrives from the terminal and again from npm.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  await Promise.race([signalled, untilAbandoned()]);
  return "interrupted";
}

/** Resolves when npm is gone: a signal to npm may not reach this process. */
async function untilAbandoned(): Promise<void> {
  const { ppid } = process;
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  for await (const _ of every(WATCH_MS, undefined, { ref: false })) {
    if (isRunByNpm && process.ppid !== ppid) return;
  }
}
