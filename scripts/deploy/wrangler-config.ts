import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Unstable_RawConfig as RawConfig } from "wrangler";
import { furtherDatabases } from "../../src/domain/database-name.ts";
import { UsageError } from "../support/command.ts";
import { CONFIG_FILE, PROJECT_FOLDER, STATIC_FOLDER } from "../support/project.ts";
import type { Settings, SettingsDraft } from "./settings.ts";
import { settingsPath } from "./settings-file.ts";

/** Makes wrangler's configuration of an installation from its settings and the template `wrangler.toml`. */

/** The name in the template, with which the names of queues begin. */
const TEMPLATE_NAME = "signpost";

/** Opening a gate takes about 3 ms of CPU at this cost; the free plan allows 10 ms for a request. */
const FREE_BCRYPT_COST = "5";

/** The largest database of each plan. */
const DATABASE_LIMIT_MB = { paid: "10000", free: "500" };

/** Returns the size in megabytes at which D1 refuses writes. */
export function databaseLimitMb({ plan = "paid", variables }: SettingsDraft): number {
  return Number(variables?.["DATABASE_LIMIT_MB"] ?? DATABASE_LIMIT_MB[plan]);
}

/** Settings that suffice for a configuration; the ids may still be missing. */
type ConfigSettings = SettingsDraft & { name: string };

/** Reads the template from its file. */
export async function readTemplate(): Promise<RawConfig> {
  // Loaded on demand: it takes half a second.
  const { experimental_readRawConfig } = await import("wrangler");
  return experimental_readRawConfig({ config: CONFIG_FILE }, { hideWarnings: true }).rawConfig;
}

/**
 * Throws UsageError if the template logs a share of the requests only: the errors and events of all others would be
 * lost (contract 25.11).
 */
export function requireEveryEvent({ observability }: RawConfig): void {
  const rates = [
    ["observability", observability?.head_sampling_rate],
    ["observability.logs", observability?.logs?.head_sampling_rate],
  ] as const;
  for (const [table, rate = 1] of rates) {
    if (rate === 1) continue;
    throw new UsageError(
      `${CONFIG_FILE}: head_sampling_rate of [${table}] must be 1, not ${rate}. It drops whole requests, with their errors ` +
        "and events. To log a share of the visits, use the setting log_visits.",
    );
  }
}

/**
 * Writes the configuration next to the settings, and returns its path. A plain `npx wrangler deploy` is redirected to
 * the configuration of the checkout's first installation.
 */
export async function writeWranglerConfig(path: string, settings: ConfigSettings): Promise<string> {
  const folder = join(dirname(path), ".wrangler/deploy");
  const file = join(folder, `wrangler.${settings.name}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, toJson(toWranglerConfig(await readTemplate(), settings, folder)));
  if (path === settingsPath(null)) {
    await writeFile(join(folder, "config.json"), toJson({ configPath: basename(file) }));
  }
  return file;
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @param folder the folder of the configuration, to which its paths are relative */
export function toWranglerConfig(template: RawConfig, settings: ConfigSettings, folder: string): RawConfig {
  const { name, account_id, backup_bucket, change_bucket, workers_dev = false } = settings;
  const fromFolder = (path: string) => relative(folder, resolve(PROJECT_FOLDER, path));
  const own = (queue: string) => toOwnName(queue, name);
  const routes = listRoutes(settings);
  const buckets = [
    { binding: "BACKUPS", bucket_name: backup_bucket },
    { binding: "CHANGES", bucket_name: change_bucket },
  ].filter(({ bucket_name }) => bucket_name !== undefined);
  return {
    ...template,
    name,
    ...(account_id !== undefined && { account_id }),
    ...(template.alias && { alias: toAbsolute(template.alias) }),
    main: fromFolder(template.main ?? "src/index.ts"),
    workers_dev,
    preview_urls: false,
    ...(template.assets && {
      assets: { ...template.assets, directory: fromFolder(template.assets.directory ?? STATIC_FOLDER) },
    }),
    ...(routes.length > 0 && { routes }),
    build: { command: `node "${join(import.meta.dirname, "guard.mjs")}"` },
    vars: { ...template.vars, ...toVariables(settings) },
    d1_databases: template.d1_databases?.flatMap(({ migrations_dir = "migrations" }) =>
      listDatabases(settings).map(({ binding, database_name, id }) => ({
        binding,
        database_name,
        ...(id !== undefined && { database_id: id }),
        migrations_dir: fromFolder(migrations_dir),
      })),
    ),
    kv_namespaces: template.kv_namespaces?.map(({ binding }) => ({
      binding,
      ...(settings.kv_namespace_id !== undefined && { id: settings.kv_namespace_id }),
    })),
    queues: {
      producers: template.queues?.producers?.map((one) => ({
        ...one,
        ...(one.queue !== undefined && { queue: own(one.queue) }),
      })),
      consumers: template.queues?.consumers?.map((one) => ({
        ...one,
        queue: own(one.queue),
        ...(one.dead_letter_queue !== undefined && { dead_letter_queue: own(one.dead_letter_queue) }),
      })),
    },
    ratelimits: template.ratelimits?.map((limiter) => ({
      ...limiter,
      namespace_id: toLimiterNamespace(limiter.namespace_id, name),
    })),
    ...(buckets.length > 0 && { r2_buckets: [...(template.r2_buckets ?? []), ...buckets] }),
  } as RawConfig;
}

export interface Database {
  binding: string;
  database_name: string;
  /** Undefined until the deployment has made it. */
  id: string | undefined;
}

/** Lists the databases, the first one first. No installation can have the name of a further one. */
export function listDatabases({
  name,
  databases = 1,
  d1_database_id: id,
  further_database_ids: ids = [],
}: ConfigSettings): Database[] {
  const further = furtherDatabases(databases).map((binding, index) => ({
    binding,
    database_name: `${name}${binding.slice("DB".length)}`,
    id: ids[index],
  }));
  return [{ binding: "DB", database_name: name, id }, ...further];
}

/** Returns the aliases with absolute paths: wrangler resolves relative ones from the folder of the configuration. */
export function toAbsolute(alias: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(alias).map(([name, to]) => [name, to.startsWith("./") ? resolve(PROJECT_FOLDER, to) : to]),
  );
}

function toOwnName(queue: string, name: string): string {
  return queue.startsWith(`${TEMPLATE_NAME}-`) ? `${name}${queue.slice(TEMPLATE_NAME.length)}` : queue;
}

/**
 * Returns the namespace of a rate limiter. All Workers of an account share a namespace's counters, so each installation
 * has its own: the template's numbers, raised by a number that follows from the name.
 */
export function toLimiterNamespace(number: string, name: string): string {
  if (name === TEMPLATE_NAME) return number;
  const hash = createHash("sha256").update(name).digest().readUInt32BE(0);
  return String(Number(number) + 10_000 * (1 + (hash % 100_000)));
}

type Route = NonNullable<RawConfig["routes"]>[number];

/** Lists custom domains for hostnames, and routes for wildcards and for the hostnames of Cloudflare for SaaS. */
export function listRoutes({
  workers_dev,
  admin_hosts = [],
  link_hosts = [],
  saas_zone,
  routes = [],
}: ConfigSettings): Route[] {
  const hosts = workers_dev === true ? [] : [...admin_hosts, ...link_hosts];
  return [
    ...hosts.filter((host) => !host.startsWith("*.")).map((pattern) => ({ pattern, custom_domain: true })),
    ...hosts
      .filter((host) => host.startsWith("*."))
      // Wrangler finds the zone.
      .map((host) => `${host}/*`),
    ...(saas_zone === undefined ? [] : [{ pattern: "*/*", zone_name: saas_zone }]),
    ...routes,
  ];
}

function toVariables(settings: ConfigSettings): Record<string, string> {
  const { admin_hosts, cname_target, a_targets, plan, variables, access_team, access_audience } = settings;
  const { databases, log_visits } = settings;
  return {
    ...(plan && { PLAN: plan, DATABASE_LIMIT_MB: DATABASE_LIMIT_MB[plan] }),
    ...(plan === "free" && { BCRYPT_COST: FREE_BCRYPT_COST }),
    ...variables,
    ...(admin_hosts && { ADMIN_HOSTS: admin_hosts.join(",") }),
    ...(cname_target && { CNAME_TARGET: cname_target }),
    ...(a_targets && { A_TARGETS: a_targets.join(",") }),
    ...(access_team && access_audience && { ACCESS_TEAM: access_team, ACCESS_AUDIENCE: access_audience }),
    ...(log_visits !== undefined && { LOG_VISITS: String(log_visits) }),
    ...(databases !== undefined && { DATABASES: String(databases) }),
  };
}

/** A queue that the deployment creates. */
export interface QueueToMake {
  name: string;
  /** True if it is the dead-letter queue of another queue. */
  isDeadLetters: boolean;
}

/** Lists the queues of an installation, including queues that only a consumer names. */
export function listQueues(template: RawConfig, { name }: Pick<Settings, "name">): QueueToMake[] {
  const { producers = [], consumers = [] } = template.queues ?? {};
  const named = [...producers, ...consumers].flatMap(({ queue }) => queue ?? []);
  const dead = consumers.flatMap(({ dead_letter_queue: queue }) => queue ?? []);
  return [...new Set([...named, ...dead])].map((queue) => ({
    name: toOwnName(queue, name),
    isDeadLetters: dead.includes(queue),
  }));
}

/** Writes the configuration of the Worker that gives links a hostname on workers.dev. Returns its path. */
export async function writeLinksConfig(
  settingsFile: string,
  { name, account_id }: Settings,
  template: RawConfig,
): Promise<string> {
  const folder = join(dirname(settingsFile), ".wrangler/deploy");
  const file = join(folder, `wrangler.${toLinksWorker(name)}.json`);
  const config = {
    name: toLinksWorker(name),
    account_id,
    main: relative(folder, join(import.meta.dirname, "links-worker.mjs")),
    compatibility_date: template.compatibility_date,
    workers_dev: true,
    preview_urls: false,
    services: [{ binding: "SIGNPOST", service: name }],
  };
  await writeFile(file, toJson(config));
  return file;
}

export function toLinksWorker(name: string): string {
  return `${name}-links`;
}
