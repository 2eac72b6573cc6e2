import { databasesOf } from "../databases-of.ts";
import type { Bindings } from "../env.ts";
import { askTargets, NEW_MEMORY, type HostMemory } from "../services/check/ask-targets.ts";
import type { TargetFinding } from "../storage/check/write.ts";

/** The promise of the previous call, by object. */
const turns = new WeakMap<DurableObjectState, Promise<unknown>>();

/** Requests URLs of one host after all earlier calls, and stores the memory of the host. */
export async function askInTurn(
  ctx: DurableObjectState,
  bindings: object,
  urls: string[],
): Promise<TargetFinding[]> {
  const asking = (turns.get(ctx) ?? Promise.resolve()).then(async () => {
    const { kv } = ctx.storage;
    const memory = kv.get<HostMemory>("host") ?? structuredClone(NEW_MEMORY);
    try {
      const [env] = databasesOf(bindings as Bindings);
      const wait = (ms: number) => scheduler.wait(ms);
      return await askTargets(urls, { env, memory, clock: Date.now, wait });
    } finally {
      kv.put("host", memory);
    }
  });
  turns.set(
    ctx,
    asking.catch(() => {}),
  );
  return asking;
}
