import type { Env } from "../../../../../src/env.ts";
import worker from "../../../../../src/index.ts";
import type { QueueMessage } from "../../../../../src/queue-messages.ts";

/**
 * The worker that visits ask, in a process of its own on the state of the measured one. It writes nothing, because two
 * local processes that write at once disturb each other, as two isolates of the platform do not.
 */

export * from "../../../../../src/index.ts";

const sink = { send: () => Promise.resolve(), sendBatch: () => Promise.resolve() };

let bound: Env | null = null;

export default {
  fetch(request, env, context) {
    bound ??= { ...env, CLICKS: sink, PROJECTION: sink, WATCH: sink } as unknown as Env;
    return worker.fetch(request, bound, context);
  },
} satisfies ExportedHandler<Env, QueueMessage>;
