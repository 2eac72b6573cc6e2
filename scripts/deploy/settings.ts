import { isIPv4 } from "node:net";
import * as v from "valibot";
import { MAX_DATABASES } from "../../src/domain/database-name.ts";
import { parseHostname } from "../../src/domain/parse-hostname.ts";
import { UsageError } from "../support/command.ts";

/** The settings of one installation, in the form of its file (signpost.example.jsonc). */

const hostname = v.pipe(
  v.string(),
  v.transform((text) => text.trim()),
  v.check((text) => isPublicHostname(text), "must be a hostname such as links.example.com"),
  v.transform((text) => toHostname(text)),
);

const plainHostname = v.pipe(
  hostname,
  v.check((host) => !host.startsWith("*."), "must not be a wildcard"),
);

const address = v.pipe(
  v.string(),
  v.check((text) => isIPv4(text), "must be an IPv4 address"),
);

const hexadecimal = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/, "must be 32 hexadecimal digits"));

/** Queues have the longest suffix: their names have at most 63 characters. */
const installationName = v.pipe(
  v.string(),
  v.regex(/^[a-z](?:[a-z\d-]{0,38}[a-z\d])?$/, "must have 1 to 40 characters of a-z, 0-9 and hyphens"),
);

/** Where Cloudflare may place a D1 database, and where it has to. */
const LOCATIONS = ["wnam", "enam", "weur", "eeur", "apac", "oc"] as const;
const JURISDICTIONS = ["eu", "us", "fedramp"] as const;

export const PLANS = ["paid", "free"] as const;

const accessTeam = v.pipe(
  v.string(),
  v.regex(
    /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d-]+)*$/,
    "must be the name of a Cloudflare Access team, such as acme",
  ),
);

/** An application has one tag; several admin hosts may be several applications. */
const accessAudience = v.pipe(
  v.string(),
  v.regex(
    /^[\da-f]{64}(?:,\s*[\da-f]{64})*$/,
    "must be the audience tag of the Access application: 64 hexadecimal digits",
  ),
);

const bucketName = v.pipe(
  v.string(),
  v.regex(/^[a-z\d][a-z\d-]{1,61}[a-z\d]$/, "must have 3 to 63 characters of a-z, 0-9 and hyphens"),
);

const SHARE = "must be a number from 0 to 1";
const share = v.pipe(v.number(SHARE), v.minValue(0, SHARE), v.maxValue(1, SHARE));

const DATABASES = `must be an integer from 1 to ${MAX_DATABASES}`;
const databases = v.pipe(
  v.number(DATABASES),
  v.integer(DATABASES),
  v.minValue(1, DATABASES),
  v.maxValue(MAX_DATABASES, DATABASES),
);
const databaseId = v.pipe(v.string(), v.uuid("must be the id of a D1 database"));

const fields = {
  name: installationName,
  account_id: hexadecimal,
  plan: v.picklist(PLANS, 'must be "paid" or "free"'),
  location: v.picklist(LOCATIONS, `must be one of ${LOCATIONS.join(", ")}`),
  jurisdiction: v.picklist(JURISDICTIONS, `must be one of ${JURISDICTIONS.join(", ")}`),
  admin_hosts: v.pipe(v.array(plainHostname), v.minLength(1, "must have a hostname")),
  link_hosts: v.array(hostname),
  cname_target: plainHostname,
  a_targets: v.array(address),
  saas_zone: plainHostname,
  workers_dev: v.boolean(),
  access_team: accessTeam,
  access_audience: accessAudience,
  routes: v.array(v.strictObject({ pattern: v.string(), zone_name: plainHostname })),
  backup_bucket: bucketName,
  change_bucket: bucketName,
  custom_domain_limit: v.pipe(
    v.number("must be a number"),
    v.integer("must be an integer"),
    v.minValue(1, "must be 1 or more"),
  ),
  databases,
  log_visits: share,
  variables: v.record(v.string(), v.string("must be a text in quotes")),
  d1_database_id: databaseId,
  /** Of `DB_01`, `DB_02` and so on. */
  further_database_ids: v.array(databaseId),
  kv_namespace_id: hexadecimal,
};

/** The names of settings, in the order of a new file. */
export const SETTING_NAMES = Object.keys(fields) as (keyof typeof fields)[];

const schema = v.partial(v.strictObject(fields));

/** The settings in a file; the deployment asks for the others. */
export type SettingsDraft = v.InferOutput<typeof schema>;

const REQUIRED = [
  "name",
  "account_id",
  "plan",
  "admin_hosts",
  "link_hosts",
  "cname_target",
  "a_targets",
] as const;

/** Members sign in by Cloudflare Access if both are set. */
const ACCESS = ["access_team", "access_audience"] as const;

/** Complete settings, except for the ids of resources that the deployment has yet to create. */
export type Settings = SettingsDraft & {
  [name in (typeof REQUIRED)[number]]: NonNullable<SettingsDraft[name]>;
};

/**
 * Parses settings. Throws UsageError that names each wrong setting.
 * @param toName returns the name of a setting in its source: the file or the command line
 */
export function parseSettings(
  value: unknown,
  from: string,
  toName = (setting: string) => setting,
): SettingsDraft {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  const problems = issues.map((issue) => {
    const [setting = "", ...rest] = (v.getDotPath(issue) ?? "").split(".");
    const isUnknown = issue.type === "strict_object" && issue.expected === "never";
    const given = typeof issue.input === "string" && !isUnknown ? `, not "${issue.input}"` : "";
    // The position in a list helps only in a file.
    const name = toName(setting);
    const path = name === setting ? [setting, ...rest].join(".") : name;
    return `  ${path}: ${isUnknown ? "is not a setting" : `${issue.message}${given}`}`;
  });
  throw new UsageError(`${from} has wrong settings:\n${problems.join("\n")}`);
}

/** Throws UsageError that names missing or contradicting settings. */
export function requireSettings(draft: SettingsDraft, from: string): Settings {
  const missing = REQUIRED.filter((name) => draft[name] === undefined);
  if (missing.length > 0) throw new UsageError(`${from} lacks: ${missing.join(", ")}`);
  const lacking = ACCESS.find((name) => draft[name] === undefined);
  if (lacking !== undefined && ACCESS.some((name) => draft[name] !== undefined)) {
    throw new UsageError(`${from} lacks ${lacking}: ${ACCESS.join(" and ")} go together`);
  }
  if (draft.location !== undefined && draft.jurisdiction !== undefined) {
    throw new UsageError(
      `${from} has both location and jurisdiction. Cloudflare ignores the location of a database with a jurisdiction, ` +
        "so remove one of them",
    );
  }
  const settings = draft as Settings;
  requireDatabases(settings, from);
  const { admin_hosts, link_hosts, cname_target, saas_zone } = settings;
  for (const host of link_hosts) {
    const bare = host.replace(/^\*\./, "");
    if (admin_hosts.includes(host)) {
      throw new UsageError(`${from}: ${host} cannot be in admin_hosts and in link_hosts`);
    }
    if (isAtOrBelow(bare, cname_target) || admin_hosts.some((admin) => isAtOrBelow(bare, admin))) {
      throw new UsageError(`${from}: ${host} cannot be a hostname of links, it is below one of the platform`);
    }
    const covered = admin_hosts.find((admin) => bare !== host && admin.endsWith(`.${bare}`));
    if (covered !== undefined) {
      throw new UsageError(
        `${from}: ${host} cannot be a hostname of links, it covers ${covered} of admin_hosts. ` +
          "Use another domain for one of them",
      );
    }
    if (isRegistrableDomain(bare, cname_target)) {
      throw new UsageError(
        `${from}: ${host} cannot be a hostname of links while cname_target is ${cname_target}. ` +
          (saas_zone === undefined
            ? "Set cname_target to a name of another domain, or leave it out"
            : "Use another domain for these links, or another saas_zone"),
      );
    }
  }
  if (saas_zone !== undefined && !isAtOrBelow(cname_target, saas_zone)) {
    throw new UsageError(`${from}: cname_target ${cname_target} must be a name of saas_zone ${saas_zone}`);
  }
  return settings;
}

/** Throws UsageError unless the plan allows the databases, and none is left out that is there already. */
function requireDatabases({ plan, databases = 1, further_database_ids = [] }: Settings, from: string): void {
  if (plan === "free" && databases > 1) {
    throw new UsageError(`${from}: databases must be 1 on the free plan, whose jobs have no room for more`);
  }
  const there = 1 + further_database_ids.length;
  if (databases < there) {
    throw new UsageError(`${from}: databases must be ${there} or more, because there are ${there} already`);
  }
}

export function isAtOrBelow(name: string, other: string): boolean {
  return name === other || name.endsWith(`.${other}`);
}

/**
 * Returns whether a name is the registrable domain of another. Without the list of public suffixes, names of two
 * labels count as registrable.
 */
function isRegistrableDomain(name: string, below: string): boolean {
  return isAtOrBelow(below, name) && name.split(".").length === 2;
}

function isPublicHostname(text: string): boolean {
  const host = parseHostname(text);
  return host.ok && host.value.includes(".");
}

function toHostname(text: string): string {
  const host = parseHostname(text);
  return host.ok ? host.value : text;
}
