import { CommandError } from "../support/command.ts";
import { ApiError, callOrNull, type Api } from "./api.ts";
import { isAtOrBelow } from "./settings.ts";

/** Zones of the account, and the DNS records in them. */

export interface Zone {
  id: string;
  name: string;
  status: string;
}

export interface DnsRecord {
  id: string;
  type: string;
  name: string;
  content: string;
  proxied: boolean;
}

/** The address for hostnames without a server: Cloudflare answers in its place. */
const ORIGINLESS = { type: "AAAA", content: "100::", proxied: true, ttl: 1 };

export async function listZones(api: Api, accountId: string): Promise<Zone[]> {
  return await api.list<Zone>(`/zones?account.id=${accountId}`);
}

export function findZone(zones: Zone[], name: string): Zone | undefined {
  return zones
    .filter((one) => isAtOrBelow(name, one.name))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

/** Returns the most specific zone that contains a name or a wildcard. Throws CommandError with instructions if there is none. */
export function requireZone(zones: Zone[], name: string): Zone {
  const zone = findZone(zones, name.replace(/^\*\./, ""));
  if (zone === undefined) {
    const known = zones.map((one) => one.name).join(", ") || "none";
    throw new CommandError(
      `No zone of this account has ${name}. Its zones: ${known}. Add the domain at https://dash.cloudflare.com ` +
        "(Domains, Onboard a domain) and run the deployment again, or try it without a domain: --workers-dev.",
    );
  }
  if (zone.status === "active") return zone;
  throw new CommandError(
    `The zone ${zone.name} is ${zone.status}: its domain does not use Cloudflare's name servers yet. Set them at the ` +
      "registrar, wait until the zone is active, and run the deployment again.",
  );
}

/** Returns the records of one name; null if the credential must not read them. */
async function findRecords(api: Api, zone: Zone, name: string): Promise<DnsRecord[] | null> {
  return await callOrNull(
    () => api.list<DnsRecord>(`/zones/${zone.id}/dns_records?name=${encodeURIComponent(name)}`),
    ({ isForbidden }) => isForbidden,
  );
}

/**
 * Makes sure that Cloudflare answers a name: creates a proxied record without a server, unless the name has a proxied
 * record. If that is not possible, returns the step that a person has to do, else null.
 */
export async function ensureProxied(
  api: Api,
  zone: Zone,
  name: string,
  say: (line: string) => void,
): Promise<string | null> {
  const toCreate = `Create this DNS record in the zone ${zone.name}: type AAAA, name ${name}, content 100::, proxied.`;
  const records = await findRecords(api, zone, name);
  if (records === null) {
    return `${toCreate} A login by wrangler may not edit DNS; a token with DNS: Edit in CLOUDFLARE_API_TOKEN may.`;
  }
  const addresses = records.filter(({ type }) => ["A", "AAAA", "CNAME"].includes(type));
  if (addresses.some(({ proxied }) => proxied)) {
    say(`DNS: ${name} is there`);
    return null;
  }
  const [other] = addresses;
  if (other !== undefined) {
    return (
      `${name} has the DNS record ${other.type} ${other.content}, which is not proxied: visitors go there and not to ` +
      `the Worker. Delete it in the zone ${zone.name}. ${toCreate}`
    );
  }
  try {
    await api.call("POST", `/zones/${zone.id}/dns_records`, { ...ORIGINLESS, name });
  } catch (error) {
    if (error instanceof ApiError && error.isForbidden) {
      return `${toCreate} Your token may read DNS but not edit it.`;
    }
    throw error;
  }
  say(`DNS: created ${name} AAAA 100::, proxied`);
  return null;
}
