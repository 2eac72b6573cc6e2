import { CommandError } from "../support/command.ts";
import { ApiError, type Api } from "./api.ts";
import type { Settings, SettingsDraft } from "./settings.ts";

/** Finds what the Worker is bound to, and creates what is missing. Running it again creates nothing twice. */

export interface ResourceContext {
  api: Api;
  accountId: string;
  say(line: string): void;
}

/** Ids that the settings have to keep. */
type Ids = Pick<SettingsDraft, "d1_database_id" | "kv_namespace_id">;

export async function ensureDatabase(context: ResourceContext, settings: Settings): Promise<Ids> {
  const { api, accountId, say } = context;
  const { name, d1_database_id: id } = settings;
  const path = `/accounts/${accountId}/d1/database`;
  if (id !== undefined) {
    const found = await findOrNull(() => api.call<{ name: string }>("GET", `${path}/${id}`));
    if (found === null) throw new CommandError(toLost("D1 database", id, accountId));
    say(`D1 database: using ${found.name}`);
    return {};
  }
  const existing = await api.list<{ name: string; uuid: string }>(`${path}?name=${encodeURIComponent(name)}`);
  const found = existing.find((one) => one.name === name);
  say(`D1 database: ${found ? "using" : "creating"} ${name}`);
  const { uuid } = found ?? (await api.call<{ uuid: string }>("POST", path, { name }));
  return { d1_database_id: uuid };
}

export async function ensureNamespace(context: ResourceContext, settings: Settings): Promise<Ids> {
  const { api, accountId, say } = context;
  const { name, kv_namespace_id: id } = settings;
  const path = `/accounts/${accountId}/storage/kv/namespaces`;
  const title = `${name}-snapshots`;
  if (id !== undefined) {
    const found = await findOrNull(() => api.call<{ title: string }>("GET", `${path}/${id}`));
    if (found === null) throw new CommandError(toLost("KV namespace", id, accountId));
    say(`KV namespace: using ${found.title}`);
    return {};
  }
  const existing = await api.list<{ title: string; id: string }>(path);
  const found = existing.find((one) => one.title === title);
  say(`KV namespace: ${found ? "using" : "creating"} ${title}`);
  const { id: made } = found ?? (await api.call<{ id: string }>("POST", path, { title }));
  return { kv_namespace_id: made };
}

export async function ensureQueues(context: ResourceContext, names: string[]): Promise<void> {
  const { api, accountId, say } = context;
  const path = `/accounts/${accountId}/queues`;
  const existing = new Set(
    (await api.list<{ queue_name: string }>(path)).map(({ queue_name: name }) => name),
  );
  for (const name of names) {
    say(`Queue: ${existing.has(name) ? "using" : "creating"} ${name}`);
    if (!existing.has(name)) await api.call("POST", path, { queue_name: name });
  }
}

export async function ensureBucket(context: ResourceContext, name: string): Promise<void> {
  const { api, accountId, say } = context;
  const path = `/accounts/${accountId}/r2/buckets`;
  try {
    const found = await findOrNull(() => api.call("GET", `${path}/${name}`));
    say(`R2 bucket: ${found === null ? "creating" : "using"} ${name}`);
    if (found === null) await api.call("POST", path, { name });
  } catch (error) {
    // An account has R2 only once somebody has agreed to its terms.
    if (!(error instanceof ApiError && error.codes.includes(10_042))) throw error;
    throw new CommandError(
      `R2 is not enabled in this account. Enable it at https://dash.cloudflare.com/${accountId}/r2, ` +
        "or leave backup_bucket out of the settings. Then run the deployment again.",
    );
  }
}

async function findOrNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function toLost(what: string, id: string, accountId: string): string {
  return (
    `The settings name the ${what} ${id}, but account ${accountId} does not have it. A new one would be empty, ` +
    "so the deployment stops here. Check account_id and this id. To start with an empty one, remove the id."
  );
}
