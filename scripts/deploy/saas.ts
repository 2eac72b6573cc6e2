import { CommandError } from "../support/command.ts";
import { ApiError, callOrNull, connectApi, type Api } from "./api.ts";
import { listSecrets, putSecret, type SecretContext } from "./secret.ts";
import type { Settings } from "./settings.ts";
import { ensureProxied, requireZone, type DnsRecord, type Zone } from "./zone.ts";

/**
 * Sets up Cloudflare for SaaS, which sends requests for hostnames of other people to the Worker. Each step is
 * checked, done if the credential allows it, and otherwise explained.
 */

type SaasSettings = Settings & { saas_zone: string };

interface SaasContext extends SecretContext {
  baseUrl: string;
  /** Returns the token that the Worker will use; null for none, or to keep its current token. */
  askToken(hasOne: boolean): Promise<string | null>;
}

const API_TOKEN = "CLOUDFLARE_API_TOKEN";

const TOKEN_PERMISSION =
  "Make it at https://dash.cloudflare.com/profile/api-tokens: Create Custom Token, permission Zone > SSL and " +
  "Certificates > Edit, zone resources Include > Specific zone";

/**
 * Returns the steps that a person has to do, as sentences. Throws CommandError if the Worker could not work at all.
 */
export async function ensureSaas(
  context: SaasContext,
  zones: Zone[],
  settings: SaasSettings,
): Promise<string[]> {
  const { api, say } = context;
  const { cname_target: target, saas_zone } = settings;
  const zone = requireZone(zones, saas_zone);
  const todo: string[] = [];
  for (const name of [target, `*.${target}`]) {
    const missing = await ensureProxied(api, zone, name, say);
    if (missing !== null) todo.push(missing);
  }
  todo.push(...(await ensureFallbackOrigin(api, zone, target, say)));
  todo.push(...(await warnOfRoute(api, zone, settings)));
  await ensureToken(context, zone);
  return todo;
}

interface FallbackOrigin {
  origin?: string;
  status?: string;
  errors?: string[];
}

/** Requests to hostnames of other people go to the zone's fallback origin; the Worker's route answers them before. */
async function ensureFallbackOrigin(
  api: Api,
  zone: Zone,
  target: string,
  say: (line: string) => void,
): Promise<string[]> {
  const manual =
    `Set the fallback origin of the zone ${zone.name} to ${target} (SSL/TLS, Custom Hostnames, Fallback Origin). ` +
    "Where that page asks for it, enable Cloudflare for SaaS first: 100 hostnames are free, a payment method is needed.";
  try {
    const current = await readFallbackOrigin(api, zone, target);
    if (current !== null) {
      say(`Fallback origin: ${target} (${current.status ?? "unknown"})`);
      return [];
    }
    const { status } = await api.call<FallbackOrigin>("PUT", toOriginPath(zone), { origin: target });
    say(`Fallback origin: set to ${target} (${status ?? "unknown"})`);
    return [];
  } catch (error) {
    if (error instanceof ApiError) return [`${manual} Cloudflare's answer was: ${error.message}`];
    throw error;
  }
}

/**
 * Returns the steps until hostnames of other people answer. Cloudflare needs some minutes to activate a fallback origin,
 * so this is asked after everything else.
 */
export async function listOriginSteps(api: Api, zones: Zone[], settings: SaasSettings): Promise<string[]> {
  const zone = requireZone(zones, settings.saas_zone);
  const target = settings.cname_target;
  const origin = await findFallbackOrigin(api, zone, target);
  if (origin === null || origin.status === "active") return [];
  const { status = "unknown", errors = [] } = origin;
  const why = errors.length > 0 ? ` (${errors.join("; ")})` : "";
  return [
    `The fallback origin ${target} is ${status}${why}. Hostnames of other people answer once it is active, usually within ` +
      "minutes: npm run deploy shows its state again. If it stays so, set it in the dashboard of the zone " +
      `${zone.name} (SSL/TLS, Custom Hostnames, Fallback Origin).`,
  ];
}

/** Throws CommandError if the zone's fallback origin serves something else, as far as the credential may know. */
export async function checkFallbackOrigin(api: Api, zones: Zone[], settings: Settings): Promise<void> {
  if (settings.saas_zone === undefined) return;
  await findFallbackOrigin(api, requireZone(zones, settings.saas_zone), settings.cname_target);
}

/** Like readFallbackOrigin, but null if the credential may not read it: to set it is then a step of a person. */
async function findFallbackOrigin(api: Api, zone: Zone, target: string): Promise<FallbackOrigin | null> {
  return await callOrNull(
    () => readFallbackOrigin(api, zone, target),
    () => true,
  );
}

/**
 * Returns null if the zone has none. Throws CommandError if it is another than the target: the route takes the
 * requests for every custom hostname of the zone from it.
 */
async function readFallbackOrigin(api: Api, zone: Zone, target: string): Promise<FallbackOrigin | null> {
  const current = await callOrNull(() => api.call<FallbackOrigin>("GET", toOriginPath(zone)));
  if (!current?.origin) return null;
  if (current.origin === target) return current;
  throw new CommandError(
    `The fallback origin of the zone ${zone.name} is ${current.origin}, which serves the custom hostnames of something ` +
      `else. Set saas_zone to another zone. Or, if nothing else needs it, set it to ${target} in the dashboard ` +
      "(SSL/TLS, Custom Hostnames, Fallback Origin).",
  );
}

export function toOriginPath(zone: Pick<Zone, "id">): string {
  return `/zones/${zone.id}/custom_hostnames/fallback_origin`;
}

/** Returns a warning for hostnames of the zone that are not Signpost's, because the route takes every hostname. */
async function warnOfRoute(api: Api, zone: Zone, settings: Settings): Promise<string[]> {
  const own = new Set([...settings.admin_hosts, ...settings.link_hosts]);
  const { cname_target: target } = settings;
  const records = await callOrNull(
    () => api.list<DnsRecord>(`/zones/${zone.id}/dns_records`),
    ({ isForbidden }) => isForbidden,
  );
  if (records === null) {
    return [
      `The route */* sends every proxied hostname of the zone ${zone.name} to Signpost. If the zone has a website, ` +
        "use another zone, or add a route for it with no Worker (Workers Routes).",
    ];
  }
  const others = records.filter(
    ({ proxied, name }) => proxied && !own.has(name) && name !== target && name !== `*.${target}`,
  );
  if (others.length === 0) return [];
  const names = [...new Set(others.map(({ name }) => name))].join(", ");
  return [
    `The route */* of the zone ${zone.name} sends these hostnames to Signpost as well: ${names}. To keep them where ` +
      "they are, add for each a route such as HOSTNAME/* with no Worker (Workers Routes in the dashboard).",
  ];
}

async function ensureToken(context: SaasContext, zone: Zone): Promise<void> {
  const { say, baseUrl } = context;
  const isThere = (await listSecrets(context)).has(API_TOKEN);
  const token = await context.askToken(isThere);
  if (token === null) {
    if (!isThere) {
      throw new CommandError(
        `The Worker needs an API token to request certificates in the zone ${zone.name}. ${TOKEN_PERMISSION} > ` +
          `${zone.name}. Run the deployment again with the token in the environment variable SAAS_API_TOKEN.`,
      );
    }
    say(`Secret ${API_TOKEN}: keeping it`);
    return;
  }
  try {
    await connectApi({ token }, baseUrl).call("GET", `/zones/${zone.id}/custom_hostnames?per_page=5`);
  } catch (error) {
    if (!(error instanceof ApiError && (error.isForbidden || error.status === 400))) throw error;
    throw new CommandError(
      `${error.message}\nThe token for the Worker may not use custom hostnames of the zone ${zone.name}. ` +
        `${TOKEN_PERMISSION} > ${zone.name}.`,
    );
  }
  await putSecret(context, API_TOKEN, token);
  say(`Secret ${API_TOKEN}: set. It may read the custom hostnames of ${zone.name}`);
}
