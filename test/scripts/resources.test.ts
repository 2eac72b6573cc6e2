import { expect, test } from "vitest";
import { readConfig } from "../../scripts/support/config.ts";
import { toResources } from "../../scripts/support/resources.ts";

test("a deployment makes every queue of wrangler.toml, that of dead letters too, each once", async () => {
  const resources = toResources(await readConfig());
  expect(resources.queues.toSorted()).toEqual([
    "signpost-clicks",
    "signpost-clicks-dead",
    "signpost-projection",
    "signpost-watch",
  ]);
  expect(resources.worker).toBe("signpost");
  expect(resources.databases).toEqual([{ binding: "DB", name: "signpost" }]);
  expect(resources.namespaces).toEqual([{ binding: "SNAPSHOTS" }]);
});

test("a configuration without queues needs none", () => {
  const nothing = { name: "bare", d1_databases: [], kv_namespaces: [], queues: {} };
  expect(toResources(nothing)).toEqual({ worker: "bare", databases: [], namespaces: [], queues: [] });
});
