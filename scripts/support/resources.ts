import type { Unstable_Config as Config } from "wrangler";
import type { Resources } from "./deploy-step.ts";

/** What a deployment has to find or make in the account, the queues included that no binding names. */
export function toResources({
  name,
  d1_databases,
  kv_namespaces,
  queues,
}: Pick<Config, "name" | "d1_databases" | "kv_namespaces" | "queues">): Resources {
  const produced = (queues.producers ?? []).map(({ queue }) => queue);
  const consumed = (queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) => [
    queue,
    dead_letter_queue,
  ]);
  const named = [...produced, ...consumed].filter((queue) => queue !== undefined);
  return {
    worker: name ?? "",
    databases: d1_databases.map(({ binding, database_name }) => ({ binding, name: String(database_name) })),
    namespaces: kv_namespaces.map(({ binding }) => ({ binding })),
    queues: [...new Set(named)],
  };
}
