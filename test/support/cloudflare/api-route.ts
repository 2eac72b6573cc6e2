import type { IncomingHttpHeaders } from "node:http";
import type * as v from "valibot";
import type { FakeAccount } from "./account.ts";
import { bodies, readBody } from "./body.ts";
import { listDomains, putDomains, toChangeset } from "./domain.ts";
import { SinglePage } from "./page.ts";
import { Refusal } from "./refusal.ts";
import { readUpload } from "./upload.ts";
import type { FakeZone } from "./zone.ts";

/** The endpoints that a deployment uses, each with the permission that Cloudflare's documentation asks for. */

export type Scope = "account" | "workers" | "d1" | "kv" | "queues" | "r2" | "zone" | "routes" | "dns" | "ssl";

export interface Call {
  account: FakeAccount;
  groups: Record<string, string>;
  url: URL;
  body: Buffer;
  headers: IncomingHttpHeaders;
  scopes: Scope[];
  outside: (request: Request) => Promise<Response>;
}

interface Route {
  method: string;
  path: RegExp;
  /** Null: any valid token. */
  scope: Scope | null;
  answer(call: Call): unknown;
}

/** `:name` stands for one part of the path. */
function route(method: string, path: string, scope: Scope | null, answer: Route["answer"]): Route {
  const source = path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)");
  return { method, path: new RegExp(`^/client/v4${source}$`), scope, answer };
}

/** Returns the body of a call, which must have the fields that the endpoint knows and no others. */
function read<S extends keyof typeof bodies>({ body }: Call, name: S): v.InferOutput<(typeof bodies)[S]> {
  return readBody(bodies[name], body.toString("utf8"));
}

function zoneOf({ account, groups }: Call): FakeZone {
  const zone = account.zones.find(({ id }) => id === groups["zone"]);
  if (zone === undefined) throw new Refusal(403, 9109, "Unauthorized to access requested resource");
  return zone;
}

/** Cloudflare refuses pages below and above what an endpoint documents. */
function requirePage({ url }: Call, least: number, most: number): void {
  const size = Number(url.searchParams.get("per_page") ?? least);
  if (size < least || size > most) throw new Refusal(400, 1001, `per_page must be ${least} to ${most}`);
}

const script = "/accounts/:account/workers/scripts/:script";
const version = {
  id: "00000000-0000-4000-8000-000000000001",
  startup_time_ms: 10,
  metadata: { has_preview: false },
};

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
    const { uuid, name, jurisdiction } = account.requireDatabase(groups["database"] ?? "");
    return { uuid, name, jurisdiction };
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
  route("GET", "/accounts/:account/workers/services/:script", "workers", ({ account, groups }) => {
    account.requireScript(groups["script"] ?? "");
    return { id: groups["script"], default_environment: { environment: "production", script: { tag: "t" } } };
  }),
  route("GET", "/accounts/:account/workers/workers/:script", "workers", ({ account, groups }) => {
    const { isOnWorkersDev } = account.requireScript(groups["script"] ?? "");
    return { id: groups["script"], name: groups["script"], subdomain: { enabled: isOnWorkersDev } };
  }),
  route("POST", `${script}/assets-upload-session`, "workers", (call) =>
    call.account.assets.openSession(read(call, "assets").manifest),
  ),
  // The token of the session is the only one that this endpoint takes.
  route("POST", "/accounts/:account/workers/assets/upload", null, async (call) => {
    const type = call.headers["content-type"] ?? "";
    const body = new Response(new Uint8Array(call.body), { headers: { "Content-Type": type } });
    const parts = [...(await body.formData())];
    const files = parts.map(async ([hash, part]): Promise<[string, string]> => [
      hash,
      typeof part === "string" ? part : await part.text(),
    ]);
    const jwt = (call.headers.authorization ?? "").replace(/^Bearer /, "");
    return call.account.assets.store(jwt, await Promise.all(files));
  }),
  route("PUT", script, "workers", async (call) => {
    const { account, groups } = call;
    await account.upload(groups["script"] ?? "", await readUpload(call), call.outside);
    return version;
  }),
  route("POST", `${script}/versions`, "workers", async (call) => {
    const name = call.groups["script"] ?? "";
    call.account.requireScript(name);
    await call.account.upload(name, await readUpload(call), call.outside);
    return version;
  }),
  route("GET", `${script}/versions`, "workers", ({ account, groups }) => {
    account.requireScript(groups["script"] ?? "");
    return { items: [version] };
  }),
  route("GET", `${script}/deployments`, "workers", ({ account, groups }) => {
    account.requireScript(groups["script"] ?? "");
    return { deployments: [] };
  }),
  route("GET", `${script}/settings`, "workers", ({ account, groups }) => {
    const { upload, secrets } = account.requireScript(groups["script"] ?? "");
    const hidden = [...secrets.keys()].map((name) => ({ type: "secret_text", name }));
    return { bindings: [...(upload?.bindings ?? []), ...hidden] };
  }),
  route("GET", `${script}/secrets`, "workers", ({ account, groups }) =>
    [...account.requireScript(groups["script"] ?? "").secrets.keys()].map((name) => ({
      name,
      type: "secret_text",
    })),
  ),
  route("PUT", `${script}/secrets`, "workers", (call) => {
    const { name, text } = read(call, "secret");
    call.account.requireScript(call.groups["script"] ?? "").secrets.set(name, text);
    return { name, type: "secret_text" };
  }),
  route("GET", `${script}/subdomain`, "workers", ({ account, groups }) => ({
    enabled: account.requireScript(groups["script"] ?? "").isOnWorkersDev,
    previews_enabled: false,
  })),
  route("POST", `${script}/subdomain`, "workers", (call) => {
    const { enabled } = read(call, "subdomain");
    call.account.requireScript(call.groups["script"] ?? "").isOnWorkersDev = enabled;
    return { enabled, previews_enabled: false };
  }),
  route("PUT", `${script}/schedules`, "workers", (call) => {
    const crons = read(call, "schedules").map(({ cron }) => cron);
    call.account.putCrons(call.groups["script"] ?? "", crons);
    return { schedules: crons };
  }),
  route("POST", `${script}/domains/changeset`, "workers", (call) => {
    const name = call.groups["script"] ?? "";
    call.account.requireScript(name);
    return toChangeset(call.account, name, read(call, "origins"));
  }),
  route("PUT", `${script}/domains/records`, "workers", (call) => {
    putDomains(call.account, call.groups["script"] ?? "", read(call, "domains"));
    return null;
  }),
  route("PUT", `${script}/routes`, "workers", (call) => {
    // Needs the permission on all zones; wrangler then goes zone by zone.
    if (!call.scopes.includes("routes")) throw new Refusal(403, 10_000, "Authentication error");
    call.account.putRoutes(call.groups["script"] ?? "", read(call, "routes"));
    return [];
  }),
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
    return [];
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
