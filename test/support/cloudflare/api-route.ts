import { listDomains } from "./domain.ts";
import { SinglePage } from "./page.ts";
import { Refusal } from "./refusal.ts";
import { read, requirePage, route, zoneOf, type Call, type Route } from "./route.ts";
import { scriptRoutes } from "./script-route.ts";

/** The endpoints that a deployment uses, each with the permission that Cloudflare's documentation asks for. */

export const routes: Route[] = [
  route("GET", "/user", null, () => ({ id: "u".repeat(32), email: "tester@example.com" })),
  route("GET", "/memberships", "account", ({ account }) => account.reached.map((one) => ({ account: one }))),
  route("GET", "/accounts", "account", ({ account }) => account.reached),

  route("GET", "/accounts/:account/d1/database", "d1", ({ account, url }) => {
    const name = url.searchParams.get("name") ?? "";
    const all = [...account.databases.values()];
    const shown = all.map(({ uuid, name, jurisdiction }) => ({ uuid, name, jurisdiction }));
    return shown.filter((database) => database.name.includes(name));
  }),
  route("POST", "/accounts/:account/d1/database", "d1", (call) =>
    call.account.createDatabase(read(call, "database")),
  ),
  route("GET", "/accounts/:account/d1/database/:database", "d1", ({ account, groups }) => {
    return account.describeDatabase(groups["database"] ?? "");
  }),
  route("POST", "/accounts/:account/d1/database/:database/query", "d1", async (call) => {
    const { sql, params } = read(call, "query");
    const { runs, region } = call.account.requireDatabase(call.groups["database"] ?? "");
    const answers = await runs.query(sql, params);
    return answers.map((answer) => ({
      ...answer,
      meta: { ...answer.meta, served_by_region: region.toUpperCase() },
    }));
  }),
  route("POST", "/accounts/:account/d1/database/:database/import", "d1", importFile),
  route("PUT", "/imports/:file", null, ({ account, groups, body }) =>
    account.imports.store(groups["file"] ?? "", body),
  ),

  route("GET", "/accounts/:account/storage/kv/namespaces", "kv", ({ account }) => [
    ...account.namespaces.values(),
  ]),
  route("GET", "/accounts/:account/storage/kv/namespaces/:id", "kv", ({ account, groups }) => {
    const found = account.namespaces.get(groups["id"] ?? "");
    if (found === undefined) throw new Refusal(404, 10_013, "namespace not found");
    return found;
  }),
  route("POST", "/accounts/:account/storage/kv/namespaces", "kv", (call) =>
    call.account.createNamespace(read(call, "namespace").title),
  ),

  route("GET", "/accounts/:account/queues", "queues", ({ account, url }) => {
    const name = url.searchParams.get("name");
    const queues = [...account.queues.values()].filter((one) => name === null || one.name === name);
    return queues.map((queue) => queue.describe());
  }),
  route("POST", "/accounts/:account/queues", "queues", (call) =>
    call.account.createQueue(read(call, "queue").queue_name),
  ),
  route("PATCH", "/accounts/:account/queues/:queue", "queues", (call) => {
    const queue = call.account.requireQueue(call.groups["queue"] ?? "");
    const seconds = read(call, "changedQueue").settings?.message_retention_period;
    if (seconds !== undefined) queue.keepFor(seconds);
    return queue.describe();
  }),
  route(
    "GET",
    "/accounts/:account/queues/:queue/metrics",
    "queues",
    ({ account, groups }) => account.requireQueue(groups["queue"] ?? "").metrics,
  ),
  route("POST", "/accounts/:account/queues/:queue/consumers", "queues", (call) =>
    call.account.putConsumer(call.groups["queue"] ?? "", null, read(call, "consumer")),
  ),
  route("PUT", "/accounts/:account/queues/:queue/consumers/:consumer", "queues", (call) =>
    call.account.putConsumer(
      call.groups["queue"] ?? "",
      call.groups["consumer"] ?? "",
      read(call, "consumer"),
    ),
  ),

  route("GET", "/accounts/:account/r2/buckets", "r2", ({ account }) => account.listBuckets()),
  route("GET", "/accounts/:account/r2/buckets/:bucket", "r2", ({ account, groups }) =>
    account.requireBucket(groups["bucket"] ?? ""),
  ),
  route("GET", "/accounts/:account/r2/buckets/:bucket/objects", "r2", ({ account, groups, url }) => {
    account.requireBucket(groups["bucket"] ?? "");
    return account.objects.list(groups["bucket"] ?? "", url.searchParams);
  }),
  route("GET", "/accounts/:account/r2/buckets/:bucket/objects/:key", "r2", ({ account, groups }) => {
    account.requireBucket(groups["bucket"] ?? "");
    return account.objects.get(groups["bucket"] ?? "", groups["key"] ?? "");
  }),
  route("DELETE", "/accounts/:account/r2/buckets/:bucket/objects/:key", "r2", ({ account, groups }) => {
    account.requireBucket(groups["bucket"] ?? "");
    return account.objects.delete(groups["bucket"] ?? "", groups["key"] ?? "");
  }),
  route("POST", "/accounts/:account/r2/buckets", "r2", (call) =>
    call.account.createBucket(read(call, "bucket").name),
  ),

  route("GET", "/accounts/:account/workers/subdomain", "workers", ({ account: { subdomain } }) => {
    if (subdomain === null) throw new Refusal(404, 10_007, "You do not have a workers.dev subdomain.");
    return { subdomain };
  }),
  ...scriptRoutes,
  route(
    "GET",
    "/accounts/:account/workers/domains",
    "workers",
    ({ account, url }) => new SinglePage(listDomains(account, url.searchParams.get("service"))),
  ),

  route("GET", "/zones", "zone", (call) => {
    requirePage(call, 5, 50);
    const name = call.url.searchParams.get("name");
    return call.account.zones
      .filter((zone) => name === null || zone.name === name)
      .map((zone) => ({ id: zone.id, name: zone.name, status: zone.status }));
  }),
  route("GET", "/zones/:zone/workers/routes", "routes", (call) => zoneOf(call).routes),
  route("GET", "/zones/:zone/dns_records", "dns", (call) => {
    const name = call.url.searchParams.get("name");
    return zoneOf(call).records.filter((record) => name === null || record.name === name);
  }),
  route("POST", "/zones/:zone/dns_records", "dns", (call) => zoneOf(call).addRecord(read(call, "record"))),
  route("GET", "/zones/:zone/custom_hostnames", "ssl", (call) => {
    requirePage(call, 5, 50);
    return zoneOf(call).customHostnames;
  }),
  route("GET", "/zones/:zone/custom_hostnames/fallback_origin", "ssl", (call) =>
    zoneOf(call).readFallbackOrigin(),
  ),
  route("PUT", "/zones/:zone/custom_hostnames/fallback_origin", "ssl", (call) =>
    zoneOf(call).setFallbackOrigin(read(call, "fallbackOrigin").origin),
  ),
];

async function importFile(call: Call): Promise<object> {
  const { account, groups, headers } = call;
  const { action, filename = account.nextId() } = read(call, "import");
  const { runs } = account.requireDatabase(groups["database"] ?? "");
  if (action === "init") {
    account.imports.open(filename);
    return { filename, upload_url: `http://${headers.host}/client/v4/imports/${filename}` };
  }
  const answers = await runs.query(account.imports.take(filename));
  const meta = { duration: 0, rows_read: 0, rows_written: 0, size_after: 0 };
  const result = { num_queries: answers.length, final_bookmark: "b", meta };
  return { success: true, status: "complete", messages: [], result };
}
