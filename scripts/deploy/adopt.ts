import type { Unstable_RawConfig as RawConfig } from "wrangler";
import { furtherDatabases, MAX_DATABASES } from "../../src/domain/database-name.ts";
import { parseHostname } from "../../src/domain/parse-hostname.ts";
import { parseShare } from "../../src/runtime/parse-share.ts";
import { CommandError } from "../support/command.ts";
import { callOrNull, type Api } from "./api.ts";
import { listDomains } from "./hostname.ts";
import { toList } from "./option.ts";
import type { SettingsDraft } from "./settings.ts";
import { refuseTestVariables } from "./test-variable.ts";
import type { Zone } from "./zone.ts";

/**
 * Finds the settings of an installation without a settings file. Either an earlier release deployed it, with ids in
 * an edited wrangler.toml and variables on the command line, or the file was lost.
 */

interface Binding {
  type: string;
  name: string;
  id?: string;
  database_id?: string;
  namespace_id?: string;
  text?: string;
  bucket_name?: string;
}

/** Bindings by which Signpost is distinguished from other Workers. */
const OWN_BINDINGS = ["DB", "SNAPSHOTS", "ATTEMPTS"];

/** Returns the settings of the deployed Worker; null if the account has no such Worker. Throws CommandError. */
export async function adoptWorker(
  api: Api,
  accountId: string,
  name: string,
  zones: Zone[],
  template: RawConfig,
): Promise<SettingsDraft | null> {
  const bindings = await readBindings(api, accountId, name);
  // `wrangler secret put` makes a Worker that has nothing but the secret.
  if (bindings === null || bindings.every(({ type }) => type === "secret_text")) return null;
  if (!OWN_BINDINGS.every((own) => bindings.some((binding) => binding.name === own))) {
    throw new CommandError(
      `The account has a Worker named ${name} that is not Signpost. Choose another name: npm run deploy -- --name NAME`,
    );
  }
  const find = (binding: string) => bindings.find((one) => one.name === binding);
  const texts = new Map(
    bindings.filter(({ type }) => type === "plain_text").map((one) => [one.name, one.text ?? ""]),
  );
  refuseTestVariables(Object.fromEntries(texts), `The Worker ${name} that is deployed`);
  const adminHosts = toList(texts.get("ADMIN_HOSTS")).filter(isPublic);
  const routed = await readRouting(api, accountId, name, zones, adminHosts);
  const target = texts.get("CNAME_TARGET") ?? "";
  const visits = parseShare(texts.get("LOG_VISITS")) ?? 0;
  const idOf = (binding: Binding | undefined) => binding?.database_id ?? binding?.id;
  const database = idOf(find("DB"));
  const further = readFurther(name, (one) => idOf(find(one)));
  const namespace = find("SNAPSHOTS")?.namespace_id;
  const backups = find("BACKUPS")?.bucket_name;
  const changes = find("CHANGES")?.bucket_name;
  return {
    name,
    account_id: accountId,
    // Earlier releases could not be deployed for the free plan.
    plan: "paid",
    ...(adminHosts.length > 0 && { admin_hosts: adminHosts }),
    ...(target !== template.vars?.["CNAME_TARGET"] && isPublic(target) && { cname_target: target }),
    a_targets: toList(texts.get("A_TARGETS")),
    ...routed,
    ...(backups !== undefined && { backup_bucket: backups }),
    ...(changes !== undefined && { change_bucket: changes }),
    ...(visits > 0 && { log_visits: visits }),
    variables: toVariables(texts, template),
    ...(database !== undefined && { d1_database_id: database }),
    ...(further.length > 0 && { databases: 1 + further.length, further_database_ids: further }),
    ...(namespace !== undefined && { kv_namespace_id: namespace }),
  };
}

/** Returns the ids of the further databases. Throws CommandError where one is missing, since ids stand in their order. */
function readFurther(name: string, idOf: (binding: string) => string | undefined): string[] {
  const bindings = furtherDatabases(MAX_DATABASES);
  const ids = bindings.flatMap((binding) => idOf(binding) ?? []);
  const missing = bindings.slice(0, ids.length).find((binding) => idOf(binding) === undefined);
  if (missing === undefined) return ids;
  throw new CommandError(
    `The Worker ${name} that is deployed has further databases, but no ${missing}. Write databases, d1_database_id and ` +
      "further_database_ids into the settings: npm run deploy -- --help names the file.",
  );
}

/** Returns the ids and the name from a wrangler.toml that was edited, as earlier releases required. */
export function adoptTemplate(template: RawConfig): SettingsDraft {
  const database = template.d1_databases?.[0]?.database_id;
  const namespace = template.kv_namespaces?.[0]?.id;
  return {
    ...(database !== undefined && !isPlaceholder(database) && { d1_database_id: database }),
    ...(namespace !== undefined && !isPlaceholder(namespace) && { kv_namespace_id: namespace }),
  };
}

function isPlaceholder(id: string): boolean {
  return /^[0-]*$/.test(id);
}

/** Returns the bindings of the deployed Worker; null if the account has no such Worker. */
export async function readBindings(api: Api, accountId: string, name: string): Promise<Binding[] | null> {
  const path = `/accounts/${accountId}/workers/scripts/${name}/settings`;
  const found = await callOrNull(() => api.call<{ bindings?: Binding[] }>("GET", path));
  return found === null ? null : (found.bindings ?? []);
}

/** Returns custom domains and routes, in the words of the settings. */
async function readRouting(
  api: Api,
  accountId: string,
  name: string,
  zones: Zone[],
  adminHosts: string[],
): Promise<SettingsDraft> {
  const domains = await listDomains(api, accountId);
  const linkHosts = domains
    .filter(({ service, hostname }) => service === name && !adminHosts.includes(hostname))
    .map(({ hostname }) => hostname);
  const routes: NonNullable<SettingsDraft["routes"]> = [];
  let saasZone: string | undefined;
  for (const zone of zones) {
    const found = await api.call<{ pattern: string; script?: string }[]>(
      "GET",
      `/zones/${zone.id}/workers/routes`,
    );
    for (const { pattern, script } of found) {
      if (script !== name) continue;
      if (pattern === "*/*") saasZone = zone.name;
      else if (/^\*\.[^*/]+\/\*$/.test(pattern)) linkHosts.push(pattern.slice(0, -2));
      else routes.push({ pattern, zone_name: zone.name });
    }
  }
  return {
    link_hosts: linkHosts,
    ...(saasZone !== undefined && { saas_zone: saasZone }),
    ...(routes.length > 0 && { routes }),
  };
}

const SETTLED = new Set(["ADMIN_HOSTS", "CNAME_TARGET", "A_TARGETS", "LOG_VISITS"]);

function toVariables(texts: Map<string, string>, template: RawConfig): Record<string, string> {
  const known = Object.keys(template.vars ?? {}).filter((name) => !SETTLED.has(name));
  const differing = known.flatMap((name) => {
    const text = texts.get(name);
    return text === undefined || text === template.vars?.[name] ? [] : [[name, text] as const];
  });
  return Object.fromEntries(differing);
}

function isPublic(text: string): boolean {
  const host = parseHostname(text);
  return host.ok && host.value.includes(".") && !/^[\d.]+$/.test(host.value);
}
