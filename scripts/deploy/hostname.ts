import { CommandError } from "../support/command.ts";
import { ApiError, type Api } from "./api.ts";
import type { Settings } from "./settings.ts";
import { ensureProxied, requireZone, type Zone } from "./zone.ts";

/** Checks, before anything is uploaded, that the hostnames of the settings can lead to the Worker. */

interface HostnameContext {
  api: Api;
  accountId: string;
  say(line: string): void;
}

interface Changeset {
  /** Custom domains that would no longer lead to this Worker. */
  removed: { hostname: string }[];
  /** Custom domains of the account that are there; `modified` ones belong to another Worker. */
  updated: { hostname: string; modified: boolean }[];
  /** Hostnames with DNS records that somebody made. */
  conflicting: { hostname: string }[];
}

/**
 * Asks Cloudflare what would become of the custom domains. Throws CommandError where one belongs to something else:
 * wrangler takes it over without asking when it has no terminal.
 */
export async function checkCustomDomains(
  context: HostnameContext,
  settings: Settings,
  mayRemove: (hostnames: string) => Promise<boolean>,
): Promise<void> {
  const { api, accountId, say } = context;
  const { name, admin_hosts, link_hosts } = settings;
  const hosts = [...admin_hosts, ...link_hosts].filter((host) => !host.startsWith("*."));
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
        "until the deployment is done. Where the records are proxied and have to stay, remove the hostname from " +
        `admin_hosts or link_hosts and add { "pattern": "${hostname}/*", "zone_name": ZONE } to routes.`,
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
  if (!(await mayRemove(names))) {
    throw new CommandError(
      `The Worker ${name} has custom domains that the settings lack: ${names}. Visitors would not reach them any more. ` +
        "Add them to link_hosts or admin_hosts, or give --remove-domains to remove them.",
    );
  }
  say(`Custom domains: removing ${names}`);
}

/** Makes the DNS records of wildcards, which are routes. Returns what a person has to do. */
export async function ensureWildcards(
  { api, say }: HostnameContext,
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
export async function requireSubdomain({ api, accountId }: Omit<HostnameContext, "say">): Promise<string> {
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
