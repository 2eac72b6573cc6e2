import { controlOf, type Control } from "../../scripts/lab/testbed/control.ts";
import { startWorker, type RunningWorker } from "./running-worker.ts";

/** A running worker whose bindings break on command. */
export type BreakableWorker = RunningWorker & Control;

export const MONITOR_KEY = "a-key-for-monitors-of-32-characters-and-more";

/**
 * Nothing is fresh in its memory for longer than a visit, so that each visit asks the stores; what
 * it once knew it keeps, as every isolate does.
 */
export async function startBreakableWorker(): Promise<BreakableWorker> {
  const worker = await startWorker({
    main: "scripts/lab/testbed/entry/breakable-worker.ts",
    vars: { MEMORY_SECONDS: "0", MONITOR_KEY },
  });
  return { ...worker, ...controlOf(worker.port) };
}
