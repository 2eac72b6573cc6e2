import { readLiveHeap } from "../../support/live-heap.ts";
import { load } from "./measure.ts";
import type { Target } from "./target.ts";
import { serveConfig } from "./workerd.ts";

/** Megabytes of heap of one isolate after garbage collection. */
export interface IsolateMemory {
  /** Before its first visit. */
  empty: number;
  /** After visits of more aliases than its caches hold. */
  full: number;
  /** After two more visits of all of them. */
  later: number;
}

/** Lets one isolate visit the target's aliases, which are more than its caches hold. */
export async function measureMemory(target: Target): Promise<IsolateMemory> {
  const running = await serveConfig(target.config, { hasQueue: target.hasQueue, isInspected: true });
  const visitAll = (times: number) =>
    load(target, running, { requests: times * target.paths.length, connections: 16 });
  const read = async () => {
    const reading = { isDone: false };
    const bytes = readLiveHeap(running.inspectorPort, "main").finally(() => (reading.isDone = true));
    while (!reading.isDone) await load(target, running, { requests: 16, connections: 1 });
    return (await bytes) / 1e6;
  };
  try {
    const empty = await read();
    await visitAll(1);
    const full = await read();
    await visitAll(2);
    return { empty, full, later: await read() };
  } finally {
    await running.stop();
  }
}
