import { CommandError } from "../support/command.ts";
import { ApiError, type AccountContext, type Api } from "./api.ts";
import { isAtOrBelow, type Settings } from "./settings.ts";
import { listRoutes } from "./wrangler-config.ts";
import { ensureProxied, requireZone, type Zone } from "./zone.ts";

/** Checks, before anything is uploaded or created, that the hostnames of the settings can lead to the Worker. */

/** Custom domains of a zone, unless Cloudflare has raised the limit for the account. */
const DOMAINS_OF_ZONE = 100;

/**
 * Throws CommandError if a zone would get more custom domains than Cloudflare allows, those of other Workers included.
 * Wrangler would fail with them only after the migrations.
 */
export async function checkDomainCount(
  { api, accountId }: Omit<AccountContext, "say">,
  zones: Zone[],
  settings: Settings,
): Promise<void> {
  const { name, custom_domain_limit: most = DOMAINS_OF_ZONE } = settings;
  if (settings.workers_dev) return;
  const held = await listDomains(api, accountId);
  const own = new Set(held.filter(({ service }) => service === name).map(({ hostname }) => hostname));
  const byZone = Map.groupBy(listCustomDomains(settings), (host) => requireZone(zones, host));
  for (const [zone, hosts] of byZone) {
    if (hosts.every((host) => own.has(host))) continue;
    const others = held.filter(({ service, zone_id }) => zone_id === zone.id && service !== name);
    const { size } = new Set([...hosts, ...others.map(({ hostname }) => hostname)]);
    if (size <= most) continue;
    throw new CommandError(
      `The zone ${zone.name} would have ${size} custom domains, and Cloudflare allows ${most}` +
        `${others.length > 0 ? ` (${others.length} belong to other Workers)` : ""}. Replace hostnames of links by a ` +
        `wildcard, such as *.${zone.name} in link_hosts, which needs none. Or ask Cloudflare for a higher limit, and ` +
        "write it into the settings as custom_domain_limit.",
    );
  }
}

/** Returns the custom domains of all Workers of an account. The endpoint gives them at once, whatever page is asked for. */
export async function listDomains(
  api: Api,
  accountId: string,
): Promise<{ hostname: string; service: string; zone_id: string }[]> {
  return await api.call("GET", `/accounts/${accountId}/workers/domains`);
}

export function listCustomDomains({ admin_hosts, link_hosts }: Settings): string[] {
  return [...admin_hosts, ...link_hosts].filter((host) => !host.startsWith("*."));
}

interface Changeset {
  /** Custom domains that would no longer lead to this Worker. */
  removed: { hostname: string }[];
  /** Existing custom domains of the account; `modified` ones belong to another Worker. */
  updated: { hostname: string; modified: boolean }[];
  /** Hostnames with manually created DNS records. */
  conflicting: { hostname: string }[];
}

/**
 * Asks Cloudflare for the effect on custom domains. Throws CommandError if one belongs to something else, because
 * wrangler takes it over without asking when it has no terminal.
 */
export async function checkCustomDomains(
  context: AccountContext,
  settings: Settings,
  mayRemove: (hostnames: string) => Promise<boolean>,
): Promise<void> {
  const { api, accountId, say } = context;
  const { name, admin_hosts } = settings;
  const hosts = listCustomDomains(settings);
  const { removed, updated, conflicting } = await api.call<Changeset>(
    "POST",
    `/accounts/${accountId}/workers/scripts/${name}/domains/changeset?replace_state=true`,
    hosts.map((hostname) => ({ hostname })),
  );
  const problems = [
    ...conflicting.map(
      ({ hostname }) =>
        `${hostname} has DNS records already, so it cannot become a custom domain. Delete its A, AAAA and CNAME ` +
        "records in the zone (https://dash.cloudflare.com, DNS, Records). Visitors reach nothing at that hostname " +
        "until the deployment is done." +
        (admin_hosts.includes(hostname)
          ? " Or choose another admin host."
          : " Where the records are proxied and have to stay, remove the hostname from link_hosts, add " +
            `{ "pattern": "${hostname}/*", "zone_name": ZONE } to routes, and connect it in the dashboard.`),
    ),
    ...updated
      .filter(({ modified }) => modified)
      .map(
        ({ hostname }) =>
          `${hostname} is the custom domain of another Worker. Remove it there first (Workers & Pages, the Worker, ` +
          "Settings, Domains & Routes).",
      ),
  ];
  if (problems.length > 0) throw new CommandError([...problems, "Then run the deployment again."].join("\n"));
  if (removed.length === 0) return;
  const names = removed.map(({ hostname }) => hostname).join(", ");
  if (!(await mayRemove(`custom domains that the settings lack: ${names}`))) {
    throw new CommandError(
      `The Worker ${name} has custom domains that the settings lack: ${names}. Visitors would not reach them any more. ` +
        "Add them to link_hosts or admin_hosts, or give --remove-domains to remove them.",
    );
  }
  say(`Custom domains: removing ${names}`);
}

/** Each zone costs a call, so only the zones that the settings name are queried. */
const ZONES_LOOKED_THROUGH = 50;

/**
 * Throws CommandError if the Worker would lose routes without consent: wrangler removes routes that are not in its
 * configuration.
 */
export async function checkRoutes(
  { api, say }: AccountContext,
  zones: Zone[],
  settings: Settings,
  mayRemove: (routes: string) => Promise<boolean>,
): Promise<void> {
  const routes = listRoutes(settings);
  // The route of a saas_zone has the same pattern in every zone.
  const isKept = (pattern: string, zone: Zone) =>
    routes.some((route) =>
      typeof route === "string"
        ? route === pattern
        : route.pattern === pattern &&
          "zone_name" in route &&
          requireZone(zones, route.zone_name).id === zone.id,
    );
  const named = listRouteZones(settings);
  const looked =
    zones.length <= ZONES_LOOKED_THROUGH
      ? zones
      : zones.filter((zone) => named.some((host) => isAtOrBelow(host, zone.name)));
  const lost: string[] = [];
  for (const zone of looked) {
    const path = `/zones/${zone.id}/workers/routes`;
    const found = await api.call<{ pattern: string; script?: string }[]>("GET", path);
    const own = found.filter(({ script, pattern }) => script === settings.name && !isKept(pattern, zone));
    lost.push(...own.map(({ pattern }) => `${pattern} (zone ${zone.name})`));
  }
  if (lost.length === 0) return;
  const names = lost.join(", ");
  if (!(await mayRemove(`routes that the settings lack: ${names}`))) {
    throw new CommandError(
      `The Worker ${settings.name} has routes that the settings lack: ${names}. Visitors would not reach it by them ` +
        "any more. Add *.NAME to link_hosts, or the route to routes, or give --remove-domains to remove them.",
    );
  }
  say(`Routes: removing ${names}`);
}

function listRouteZones({ admin_hosts, link_hosts, saas_zone, routes = [] }: Settings): string[] {
  const names = [...admin_hosts, ...link_hosts, ...routes.map(({ zone_name }) => zone_name), saas_zone ?? ""];
  return names.map((name) => name.replace(/^\*\./, ""));
}

/** Creates the DNS records of wildcards, which are routes. Returns the steps that a person has to do. */
export async function ensureWildcards(
  { api, say }: AccountContext,
  zones: Zone[],
  { link_hosts }: Settings,
): Promise<string[]> {
  const todo: string[] = [];
  for (const host of link_hosts.filter((one) => one.startsWith("*."))) {
    todo.push(...toList(await ensureProxied(api, requireZone(zones, host), host, say)));
  }
  return todo;
}

export function toList<T>(value: T | null): T[] {
  return value === null ? [] : [value];
}

/** Returns the account's name below workers.dev. Throws CommandError if it has none yet. */
export async function requireSubdomain({ api, accountId }: Omit<AccountContext, "say">): Promise<string> {
  try {
    const { subdomain } = await api.call<{ subdomain: string }>(
      "GET",
      `/accounts/${accountId}/workers/subdomain`,
    );
    return `${subdomain}.workers.dev`;
  } catch (error) {
    if (!(error instanceof ApiError && error.codes.includes(10_007))) throw error;
    throw new CommandError(
      `This account has no name below workers.dev yet. Open https://dash.cloudflare.com/${accountId}/workers-and-pages ` +
        "once, which makes one, and run the deployment again.",
    );
  }
}
