import { resolve } from "node:path";
import { readArguments, refuseUsage } from "../support/arguments.ts";
import { parseSettings, type SettingsDraft } from "./settings.ts";
import { currentSettingsPath, settingsPath } from "./settings-file.ts";

export interface DeployOptions {
  settings: string;
  /** The name of a further installation; null for the first one. */
  name: string | null;
  /** Settings from the command line; they are written to the file. */
  given: SettingsDraft;
  /** The name of the first workspace; null to ask. */
  workspace: string | null;
  /** The link to visit after the deployment; null to take one from the database. */
  visit: string | null;
  /** True to remove custom domains and routes of the Worker that are not in the settings. */
  removesDomains: boolean;
  /** True to only build and check. */
  isRehearsal: boolean;
}

export const deployHelp = `Deploys Signpost to Cloudflare, or deploys it again after an upgrade.

  npm run deploy [-- options]

On a terminal it asks for missing settings. All answers and options are saved in the settings file, so
that the next deployment asks nothing. It keeps existing resources, so you can run it again at any time.

  --plan PLAN          paid or free: the Workers plan of the account
  --location PLACE     where a new database is: wnam, enam, weur, eeur, apac or oc (default: near this computer)
  --jurisdiction NAME  where a new database has to be: eu, us or fedramp; in place of --location
  --admin-host HOST    hostname of the dashboard and the API; several separated by commas
  --link-host HOST     all hostnames of links, separated by commas; can be *.example.com
  --cname-target NAME  DNS target for hostnames of other people (default: edge. and the zone)
  --a-targets IPS      IPv4 addresses for their bare domains, separated by commas (default: none)
  --saas-zone ZONE     the zone with Cloudflare for SaaS, for hostnames of other people
  --workers-dev        a first try without a domain, on workers.dev
  --access-team NAME   members sign in by Cloudflare Access: the name of the team,
  --access-audience TAG  and the audience tag of the application in front of the admin host
  --backup-bucket NAME an R2 bucket for nightly backups
  --change-bucket NAME an R2 bucket for what undos of changes need, instead of the database
  --account ID         the Cloudflare account, if the login has several

  --workspace NAME     the name of the first workspace (default: Signpost); not kept in the settings
  --remove-domains     removes custom domains and routes of the Worker that are not in the settings
  --visit URL          the link to visit afterwards (default: one from the database)
  --name NAME          another installation in the same account: signpost.NAME.jsonc, Worker signpost-NAME
  --settings FILE      the settings file (SIGNPOST_SETTINGS; default: signpost.jsonc)
  --dry-run            builds into dist and checks; needs neither network nor account
  --help               shows this
`;

const TEXT = { type: "string" } as const;

/** The options that are settings. */
const SETTINGS = {
  plan: TEXT,
  location: TEXT,
  jurisdiction: TEXT,
  "admin-host": TEXT,
  "link-host": TEXT,
  "cname-target": TEXT,
  "a-targets": TEXT,
  "saas-zone": TEXT,
  "workers-dev": { type: "boolean" },
  "access-team": TEXT,
  "access-audience": TEXT,
  "backup-bucket": TEXT,
  "change-bucket": TEXT,
  account: TEXT,
} as const;

const OPTIONS = {
  ...SETTINGS,
  workspace: TEXT,
  visit: TEXT,
  "remove-domains": { type: "boolean" },
  name: TEXT,
  settings: TEXT,
  "dry-run": { type: "boolean" },
} as const;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseDeployOptions(args: string[], env: NodeJS.ProcessEnv): DeployOptions | null {
  const read = readArguments("deploy", args, OPTIONS, false);
  if (read === null) return null;
  const { values } = read;
  const { name, settings } = values;
  if (name !== undefined && !/^[a-z\d](?:[a-z\d-]{0,28}[a-z\d])?$/.test(name)) {
    throw refuse(`--name takes up to 30 characters of a-z, 0-9 and hyphens, not "${name}"`);
  }
  if (name !== undefined && settings !== undefined) throw refuse("Give either --name or --settings");
  const byDefault = name === undefined ? currentSettingsPath(env) : settingsPath(name);
  return {
    settings: settings === undefined ? byDefault : resolve(settings),
    name: name ?? null,
    given: toGiven(values),
    workspace: toName(values.workspace),
    visit: toUrl(values.visit),
    removesDomains: values["remove-domains"] ?? false,
    isRehearsal: values["dry-run"] ?? false,
  };
}

/** The settings that are not called like their option. */
const OTHER_NAMES: Record<string, string> = {
  "admin-host": "admin_hosts",
  "link-host": "link_hosts",
  account: "account_id",
};

const OPTION_OF = new Map(
  Object.keys(SETTINGS).map((option) => [OTHER_NAMES[option] ?? option.replace("-", "_"), option]),
);

const LISTS = new Set(["admin_hosts", "link_hosts", "a_targets"]);

function toGiven(values: Partial<Record<string, string | boolean>>): SettingsDraft {
  const given = [...OPTION_OF].flatMap(([name, option]) => {
    const value = values[option];
    if (value === undefined) return [];
    return [[name, LISTS.has(name) ? toList(String(value)) : value] as const];
  });
  const toOption = (name: string) => (OPTION_OF.has(name) ? `--${OPTION_OF.get(name)}` : name);
  return parseSettings(Object.fromEntries(given), "The command line", toOption);
}

/** An empty text is an empty list. */
export function toList(text = ""): string[] {
  return text.split(",").flatMap((item) => item.trim() || []);
}

function toName(text: string | undefined): string | null {
  const name = text?.trim();
  if (name === undefined) return null;
  if (name !== "" && !/\p{Cc}/u.test(name)) return name;
  throw refuse("--workspace takes the name of the first workspace");
}

function toUrl(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw refuse(`--visit takes the http or https URL of a link, not "${text}"`);
}

const refuse = (reason: string) => refuseUsage("deploy", reason);
