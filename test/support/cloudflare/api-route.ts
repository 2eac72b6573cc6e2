import type { IncomingHttpHeaders } from "node:http";
import type { FakeAccount } from "./account.ts";
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

function json<T>({ body }: Call): T {
  try {
    return JSON.parse(body.toString("utf8")) as T;
  } catch {
    throw new Refusal(400, 10_001, "Unable to parse the body of the request.");
  }
}

function requireText(value: unknown, name: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new Refusal(400, 10_001, `${name} is required`);
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
    const all = [...account.databases.values()].map(({ uuid, name }) => ({ uuid, name }));
    return all.filter((database) => database.name.includes(name));
  }),
  route("POST", "/accounts/:account/d1/database", "d1", (call) =>
    call.account.createDatabase(requireText(json<{ name: string }>(call).name, "name")),
  ),
  route("GET", "/accounts/:account/d1/database/:database", "d1", ({ account, groups }) => {
    const { uuid, name } = account.requireDatabase(groups["database"] ?? "");
    return { uuid, name };
  }),
  route("POST", "/accounts/:account/d1/database/:database/query", "d1", (call) => {
    const { sql, params } = json<{ sql: string; params?: unknown[] }>(call);
    return call.account
      .requireDatabase(call.groups["database"] ?? "")
      .runs.query(requireText(sql, "sql"), params);
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
    call.account.createNamespace(requireText(json<{ title: string }>(call).title, "title")),
  ),

  route("GET", "/accounts/:account/queues", "queues", ({ account, url }) => {
    const name = url.searchParams.get("name");
    const names = [...account.queues.keys()].filter((one) => name === null || one === name);
    return names.map((one) => account.describeQueue(one));
  }),
  route("POST", "/accounts/:account/queues", "queues", (call) =>
    call.account.createQueue(requireText(json<{ queue_name: string }>(call).queue_name, "queue_name")),
  ),
  route("PATCH", "/accounts/:account/queues/:queue", "queues", (call) =>
    call.account.changeQueue(call.groups["queue"] ?? "", json(call)),
  ),
  route("POST", "/accounts/:account/queues/:queue/consumers", "queues", (call) => putConsumer(call)),
  route("PUT", "/accounts/:account/queues/:queue/consumers/:consumer", "queues", (call) => putConsumer(call)),

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
  route("POST", "/accounts/:account/r2/buckets", "r2", (call) =>
    call.account.createBucket(requireText(json<{ name: string }>(call).name, "name")),
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
    call.account.assets.openSession(json<{ manifest: never }>(call).manifest),
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
  route("POST", `${script}/deployments`, "workers", () => ({ id: "d" })),
  route("PATCH", `${script}/script-settings`, "workers", (call) => json(call)),
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
    const { name, text } = json<{ name: string; text: string }>(call);
    call.account.requireScript(call.groups["script"] ?? "").secrets.set(name, requireText(text, "text"));
    return { name, type: "secret_text" };
  }),
  route("GET", `${script}/subdomain`, "workers", ({ account, groups }) => ({
    enabled: account.requireScript(groups["script"] ?? "").isOnWorkersDev,
    previews_enabled: false,
  })),
  route("POST", `${script}/subdomain`, "workers", (call) => {
    const { enabled } = json<{ enabled: boolean }>(call);
    call.account.requireScript(call.groups["script"] ?? "").isOnWorkersDev = enabled;
    return { enabled, previews_enabled: false };
  }),
  route("PUT", `${script}/schedules`, "workers", (call) => {
    const crons = json<{ cron: string }[]>(call).map(({ cron }) => cron);
    call.account.requireScript(call.groups["script"] ?? "").crons = crons;
    return { schedules: crons };
  }),
  route("POST", `${script}/domains/changeset`, "workers", (call) => {
    const name = call.groups["script"] ?? "";
    call.account.requireScript(name);
    return call.account.changeset(name, json(call));
  }),
  route("PUT", `${script}/domains/records`, "workers", (call) => {
    call.account.putDomains(call.groups["script"] ?? "", json(call));
    return null;
  }),
  route("PUT", `${script}/routes`, "workers", (call) => {
    // Needs the permission on all zones; wrangler then goes zone by zone.
    if (!call.scopes.includes("routes")) throw new Refusal(403, 10_000, "Authentication error");
    call.account.putRoutes(call.groups["script"] ?? "", json(call));
    return [];
  }),
  route("GET", "/accounts/:account/workers/domains", "workers", ({ account, url }) =>
    [...account.domains.values()].filter(({ service }) => service === url.searchParams.get("service")),
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
  route("POST", "/zones/:zone/dns_records", "dns", (call) => zoneOf(call).addRecord(json(call))),
  route("GET", "/zones/:zone/custom_hostnames", "ssl", (call) => {
    requirePage(call, 5, 50);
    return [];
  }),
  route("GET", "/zones/:zone/custom_hostnames/fallback_origin", "ssl", (call) =>
    zoneOf(call).readFallbackOrigin(),
  ),
  route("PUT", "/zones/:zone/custom_hostnames/fallback_origin", "ssl", (call) =>
    zoneOf(call).setFallbackOrigin(requireText(json<{ origin: string }>(call).origin, "origin")),
  ),
];

async function importFile(call: Call): Promise<object> {
  const { account, groups, headers } = call;
  const { action, filename = account.nextId() } = json<{ action: string; filename?: string }>(call);
  const { runs } = account.requireDatabase(groups["database"] ?? "");
  if (action === "init")
    return { filename, upload_url: `http://${headers.host}/client/v4/imports/${filename}` };
  const answers = await runs.query(account.imports.take(filename));
  const meta = { duration: 0, rows_read: 0, rows_written: 0, size_after: 0 };
  const result = { num_queries: answers.length, final_bookmark: "b", meta };
  return { success: true, status: "complete", messages: [], result };
}

function putConsumer(call: Call): object {
  const { account, groups } = call;
  const body = json<{ type: string; script_name: string; dead_letter_queue?: string; settings: object }>(
    call,
  );
  const queue = [...account.queues.values()].find(({ id }) => id === groups["queue"]);
  if (queue === undefined) throw new Refusal(404, 11_000, "Queue does not exist.");
  if (body.type !== "worker") throw new Refusal(400, 11_005, "Unknown type of consumer.");
  account.requireScript(body.script_name);
  if (body.dead_letter_queue !== undefined) account.describeQueue(body.dead_letter_queue);
  const consumer = {
    id: account.nextId(),
    type: "worker",
    script: body.script_name,
    settings: body.settings,
  };
  const other = queue.consumers.find(({ script }) => script !== body.script_name);
  if (other !== undefined) throw new Refusal(409, 11_004, "Queue already has a consumer.");
  queue.consumers = [consumer];
  return consumer;
}
