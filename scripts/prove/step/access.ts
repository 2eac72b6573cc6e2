import { ApiError, callOrNull } from "../../deploy/api.ts";
import { listDomains } from "../../deploy/hostname.ts";
import { toOriginPath } from "../../deploy/saas.ts";
import { findZone, type Zone } from "../../deploy/zone.ts";
import type { ProveContext } from "../context.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";

interface ReadCall {
  what: string;
  call(): Promise<unknown>;
  /** True if a login by wrangler may be refused, as the docs say. */
  isOptional?: boolean;
}

export const accessStep: Step = {
  id: "access",
  title: "Permissions",
  asks: "The login or token may make each read call that the deployment and the other commands make.",
  changes: null,
  async run(context) {
    const zones = await context.zones().catch(() => []);
    const observations: Observation[] = [];
    const allowed: string[] = [];
    for (const { what, call, isOptional = false } of listCalls(context, zones)) {
      try {
        await call();
        allowed.push(what);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        observations.push(judgeRefusal(what, error, isOptional));
      }
    }
    const list = allowed.length > 0 ? [seen(`It may read ${allowed.join(", ")}.`)] : [];
    return [...list, ...observations];
  },
};

export function judgeRefusal(what: string, error: ApiError, isOptional: boolean): Observation {
  if (isOptional && error.isForbidden) {
    return unseen(`It may not read ${what}, which a login by wrangler need not.`);
  }
  return different(`It may read ${what}.`, error.message);
}

/** Lists the calls by which the deployment and the commands read. */
function listCalls({ cloudflare: api, settings, zones }: ProveContext, known: Zone[]): ReadCall[] {
  const { account_id: account, name, d1_database_id: database, kv_namespace_id: namespace } = settings;
  const { saas_zone: saas, backup_bucket: backups, change_bucket: undo } = settings;
  const of = `/accounts/${account}`;
  const script = `${of}/workers/scripts/${name}`;
  const get = (path: string) => () => api.call("GET", path);
  const named = listZonesInUse(settings, known);
  const ofZones = (what: string) => async () => {
    for (const { id } of named) await api.call("GET", `/zones/${id}/${what}`);
  };
  const hasRecords = saas !== undefined || settings.link_hosts.some((host) => host.startsWith("*."));
  return [
    { what: "the account", call: () => api.list("/accounts") },
    { what: "the zones", call: zones },
    { what: "the D1 database", call: get(`${of}/d1/database/${database}`) },
    {
      what: "what the database holds",
      call: () => api.call("POST", `${of}/d1/database/${database}/query`, { sql: "SELECT 1" }),
    },
    { what: "the KV namespace", call: get(`${of}/storage/kv/namespaces/${namespace ?? "none"}`) },
    { what: "the queues", call: () => api.list(`${of}/queues`) },
    { what: "the settings of the Worker", call: get(`${script}/settings`) },
    { what: "the names of its secrets", call: get(`${script}/secrets`) },
    { what: "its cron triggers", call: get(`${script}/schedules`) },
    { what: "its versions", call: get(`${script}/versions`) },
    { what: "its deployments", call: get(`${script}/deployments`) },
    { what: "the custom domains", call: () => listDomains(api, account) },
    ...(settings.workers_dev
      ? [{ what: "the name on workers.dev", call: get(`${of}/workers/subdomain`) }]
      : []),
    ...(named.length === 0 ? [] : [{ what: "the routes of the zones", call: ofZones("workers/routes") }]),
    ...(named.length === 0 || !hasRecords
      ? []
      : [{ what: "the DNS records of the zones", call: ofZones("dns_records"), isOptional: true }]),
    ...named
      .filter((zone) => zone.name === saas)
      .map((zone) => ({
        what: "the fallback origin",
        call: () => callOrNull(get(toOriginPath(zone))),
      })),
    ...(backups === undefined && undo === undefined
      ? []
      : [{ what: "the list of R2 buckets", call: get(`${of}/r2/buckets`) }]),
    ...[backups, undo].flatMap((bucket) =>
      bucket === undefined ? [] : [{ what: `the bucket ${bucket}`, call: get(`${of}/r2/buckets/${bucket}`) }],
    ),
  ];
}

/** Returns the zones that the settings need. */
function listZonesInUse(settings: ProveContext["settings"], zones: Zone[]): Zone[] {
  if (settings.workers_dev) return [];
  const { admin_hosts, link_hosts, saas_zone, routes = [] } = settings;
  const hosts = [...admin_hosts, ...link_hosts, saas_zone ?? "", ...routes.map(({ zone_name }) => zone_name)];
  return [...new Set(hosts.flatMap((host) => findZone(zones, host.replace(/^\*\./, "")) ?? []))];
}
