/** The Worker of the previous release, as test/upgrade/previous-release.ts builds it. */
declare module "previous-release" {
  import type { Env, QueueMessage } from "../../src/env.ts";

  const worker: Required<ExportedHandler<Env, QueueMessage>>;
  export default worker;
}
