/** The entry module that startWorker was given, by default the Worker's own. */
declare module "tested-worker" {
  import type { Env } from "../../src/env.ts";
  import type { QueueMessage } from "../../src/queue-messages.ts";

  const worker: ExportedHandler<Env, QueueMessage>;
  export default worker;
}
