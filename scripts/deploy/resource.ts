import { CommandError } from "../support/command.ts";
import { ApiError, callOrNull, type AccountContext } from "./api.ts";
import { tellPlace, toPlaceBody, type Place } from "./place.ts";
import type { Settings, SettingsDraft } from "./settings.ts";
import type { Database, QueueToMake } from "./wrangler-config.ts";

/**
 * Finds the resources that the Worker is bound to, and creates missing ones. Running it again creates nothing twice.
 */

/** Ids to store in the settings. */
type Ids = Pick<SettingsDraft, "kv_namespace_id">;

/** Returns the id of a database. */
export async function ensureDatabase(
  context: AccountContext,
  place: Place,
  { database_name: name, id }: Pick<Database, "database_name" | "id">,
): Promise<string> {
  const { api, accountId, say } = context;
  const path = `/accounts/${accountId}/d1/database`;
  if (id !== undefined) {
    const found = await callOrNull(() => api.call<{ name: string }>("GET", `${path}/${id}`));
    if (found === null) throw new CommandError(toLost("D1 database", id, accountId));
    say(`D1 database: using ${found.name}`);
    return id;
  }
  const existing = await api.list<{ name: string; uuid: string }>(`${path}?name=${encodeURIComponent(name)}`);
  const found = existing.find((one) => one.name === name);
  say(`D1 database: ${found ? `using ${name}` : `creating ${name} ${tellPlace(place)}`}`);
  const { uuid } = found ?? (await api.call<{ uuid: string }>("POST", path, { name, ...toPlaceBody(place) }));
  return uuid;
}

export async function ensureNamespace(context: AccountContext, settings: Settings): Promise<Ids> {
  const { api, accountId, say } = context;
  const { name, kv_namespace_id: id } = settings;
  const path = `/accounts/${accountId}/storage/kv/namespaces`;
  const title = `${name}-snapshots`;
  if (id !== undefined) {
    const found = await callOrNull(() => api.call<{ title: string }>("GET", `${path}/${id}`));
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

interface Queue {
  queue_id: string;
  queue_name: string;
  settings?: { delivery_delay?: number; message_retention_period?: number };
}

/** Days for which dead letters wait while D1 cannot store them: the maximum retention of a queue. */
const RETENTION_DAYS = 14;

/** Returns the settings that could not be applied, as sentences. */
export async function ensureQueues(
  context: AccountContext,
  queues: QueueToMake[],
  plan: Settings["plan"],
): Promise<string[]> {
  const { api, accountId, say } = context;
  const path = `/accounts/${accountId}/queues`;
  const existing = await api.list<Queue>(path);
  const todo: string[] = [];
  for (const { name, isDeadLetters } of queues) {
    const found = existing.find((one) => one.queue_name === name);
    say(`Queue: ${found ? "using" : "creating"} ${name}`);
    const queue = found ?? (await api.call<Queue>("POST", path, { queue_name: name }));
    // On the free plan the retention is fixed to one day.
    if (isDeadLetters && plan === "paid") todo.push(...(await ensureRetention(context, queue)));
  }
  return todo;
}

async function ensureRetention({ api, accountId, say }: AccountContext, queue: Queue): Promise<string[]> {
  const { queue_id: id, queue_name: name, settings } = queue;
  const seconds = RETENTION_DAYS * 86_400;
  if (settings?.message_retention_period === seconds) return [];
  // The call replaces all settings, so the others are sent as wrangler sends them.
  const changed = { ...settings, message_retention_period: seconds };
  try {
    await api.call("PATCH", `/accounts/${accountId}/queues/${id}`, { queue_name: name, settings: changed });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [
      `The queue ${name} keeps messages for 4 days, on the free plan for one. Set its message retention period to ` +
        `${RETENTION_DAYS} days in the dashboard (Queues, Settings). Cloudflare's answer was: ${error.message}`,
    ];
  }
  say(`Queue: ${name} keeps messages for ${RETENTION_DAYS} days`);
  return [];
}

export async function ensureBucket(context: AccountContext, name: string): Promise<void> {
  const { api, accountId, say } = context;
  const path = `/accounts/${accountId}/r2/buckets`;
  try {
    const found = await callOrNull(() => api.call("GET", `${path}/${name}`));
    say(`R2 bucket: ${found === null ? "creating" : "using"} ${name}`);
    if (found === null) await api.call("POST", path, { name });
  } catch (error) {
    // R2 has to be enabled in an account by agreeing to its terms.
    if (!(error instanceof ApiError && error.codes.includes(10_042))) throw error;
    throw new CommandError(
      `R2 is not enabled in this account. Enable it at https://dash.cloudflare.com/${accountId}/r2, ` +
        "or leave backup_bucket and change_bucket out of the settings. Then run the deployment again.",
    );
  }
}

function toLost(what: string, id: string, accountId: string): string {
  return (
    `The settings name the ${what} ${id}, but account ${accountId} does not have it. A new one would be empty, ` +
    "so the deployment stops here. Check account_id and this id. To start with an empty one, remove the id."
  );
}
