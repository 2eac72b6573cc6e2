import type { FakeAccount } from "./account.ts";
import { Refusal } from "./refusal.ts";

/** The custom domains of an account's Workers. */

const MOST_OF_ZONE = 100;

interface Origin {
  hostname: string;
}

/** @param service the Worker of the domains; null for those of all Workers */
export function listDomains(account: FakeAccount, service: string | null): object[] {
  return [...account.domains.values()]
    .filter((domain) => service === null || domain.service === service)
    .map(({ zoneId, ...domain }) => ({ ...domain, zone_id: zoneId }));
}

/** Returns the effect of a deployment on the custom domains of a Worker. */
export function toChangeset(account: FakeAccount, service: string, origins: Origin[]) {
  const wanted = origins.map(({ hostname }) => hostname);
  const held = [...account.domains.values()];
  const isThere = (host: string) => account.domains.has(host);
  const hasRecord = (host: string) => account.zoneOf(host).records.some(({ name }) => name === host);
  return {
    added: wanted.filter((host) => !isThere(host)).map((hostname) => ({ hostname })),
    removed: held.filter((domain) => domain.service === service && !wanted.includes(domain.hostname)),
    updated: held
      .filter((domain) => wanted.includes(domain.hostname))
      .map((domain) => ({ ...domain, modified: domain.service !== service })),
    conflicting: wanted.filter((host) => !isThere(host) && hasRecord(host)).map((hostname) => ({ hostname })),
  };
}

export function putDomains(
  account: FakeAccount,
  service: string,
  body: { origins: Origin[]; override_existing_origin?: boolean | undefined },
): void {
  account.requireScript(service);
  const { removed, updated, conflicting } = toChangeset(account, service, body.origins);
  const [conflict] = conflicting;
  if (conflict !== undefined) {
    // Overriding is for records of other Workers, and does not help here.
    throw new Refusal(
      409,
      100_117,
      `Hostname '${conflict.hostname}' already has externally managed DNS records (A, CNAME, etc).`,
    );
  }
  if (updated.some(({ modified }) => modified) && !body.override_existing_origin) {
    throw new Refusal(409, 100_116, "Hostname already in use by other custom domain.");
  }
  requireRoom(account, body.origins, removed);
  for (const { hostname, zoneId } of removed) {
    account.domains.delete(hostname);
    const zone = account.zones.find(({ id }) => id === zoneId);
    if (zone) zone.records = zone.records.filter(({ name }) => name !== hostname);
  }
  for (const { hostname } of body.origins) {
    const zone = account.zoneOf(hostname);
    if (!account.domains.has(hostname)) {
      zone.records.push({
        id: account.nextId(),
        type: "AAAA",
        name: hostname,
        content: "100::",
        proxied: true,
        isManaged: true,
      });
    }
    account.domains.set(hostname, { id: account.nextId(), hostname, service, zoneId: zone.id });
  }
}

/** All Workers of the account share the limit of a zone. Cloudflare documents it without the number of its error. */
function requireRoom(account: FakeAccount, wanted: Origin[], removed: Origin[]): void {
  const gone = new Set(removed.map(({ hostname }) => hostname));
  const all = new Set([...account.domains.keys(), ...wanted.map(({ hostname }) => hostname)]);
  const left = [...all].filter((host) => !gone.has(host));
  for (const zone of account.zones) {
    if (left.filter((host) => zone.has(host)).length > MOST_OF_ZONE) {
      throw new Refusal(400, 100_131, `The zone ${zone.name} may have ${MOST_OF_ZONE} custom domains.`);
    }
  }
}
