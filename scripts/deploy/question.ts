import { parseHostname } from "../../src/domain/parse-hostname.ts";
import { CommandError, UsageError } from "../support/command.ts";
import { JURISDICTION_NAMES, LOCATION_NAMES, type Place } from "./place.ts";
import { parseSettings, requireSettings, type Settings, type SettingsDraft } from "./settings.ts";
import type { Prompt } from "./prompt.ts";
import { toLinksWorker } from "./wrangler-config.ts";
import { findZone, type Zone } from "./zone.ts";

/** Completes settings: from defaults, and by asking. */

interface QuestionContext {
  /** Null if there is no terminal to ask in. */
  prompt: Prompt | null;
  zones: Zone[];
  /** Returns the account's name below workers.dev. */
  subdomain(): Promise<string>;
  /** Names the settings in messages. */
  from: string;
}

/** Returns complete settings. Without a terminal, throws UsageError that names the missing options. */
export async function completeSettings(
  draft: SettingsDraft & { name: string },
  context: QuestionContext,
): Promise<Settings> {
  const { prompt } = context;
  const answered =
    prompt === null
      ? requireAnswers(draft)
      : { ...(await ask(draft, prompt, context)), ...(await askPlace(draft, prompt)) };
  const complete = answered.workers_dev
    ? onWorkersDev(answered, await context.subdomain(), context.from)
    : await withDefaults(answered, context);
  return requireSettings(complete, context.from);
}

function requireAnswers(draft: SettingsDraft & { name: string }): SettingsDraft & { name: string } {
  const missing: string[] = [];
  if (draft.plan === undefined) missing.push("--plan (paid or free)");
  if (!draft.workers_dev) {
    if (draft.admin_hosts === undefined) missing.push("--admin-host");
    if (draft.link_hosts === undefined && draft.saas_zone === undefined) missing.push("--link-host");
  }
  if (missing.length === 0) return draft;
  throw new UsageError(
    `Missing: ${missing.join(", ")}. To try it without a domain, give --workers-dev in place of hostnames.\n\n` +
      "npm run deploy -- --help shows all options; on a terminal, npm run deploy asks.",
  );
}

/**
 * Returns the hostnames of the Worker and of a second one for links, because each Worker has only one name below
 * workers.dev.
 */
function onWorkersDev(
  draft: SettingsDraft & { name: string },
  subdomain: string,
  from: string,
): SettingsDraft {
  const admin = `${draft.name}.${subdomain}`;
  const [held = admin] = draft.admin_hosts ?? [];
  if (held !== admin) {
    throw new UsageError(
      `${from}: workers_dev is true, but admin_hosts has ${held}. To move to the domain, delete workers_dev, link_hosts ` +
        "and cname_target from the settings. To try workers.dev beside it, deploy another installation with --name",
    );
  }
  return {
    ...draft,
    admin_hosts: [admin],
    link_hosts: [`${toLinksWorker(draft.name)}.${subdomain}`],
    cname_target: admin,
    a_targets: [],
  };
}

async function withDefaults(
  draft: SettingsDraft & { name: string },
  context: QuestionContext,
): Promise<SettingsDraft> {
  return {
    link_hosts: [],
    a_targets: [],
    ...draft,
    cname_target: draft.cname_target ?? (await toTarget(draft, context)),
  };
}

/**
 * Returns the DNS target for hostnames of other people. Its registrable domain cannot have links, so it is a name
 * below workers.dev if the links are on that domain. It is used only with Cloudflare for SaaS.
 */
async function toTarget(
  { name, admin_hosts: [admin = ""] = [], link_hosts = [], saas_zone }: SettingsDraft & { name: string },
  { zones, subdomain }: QuestionContext,
): Promise<string> {
  const zone = saas_zone ?? findZone(zones, admin)?.name ?? admin.split(".").slice(1).join(".");
  const isTaken = link_hosts.some((host) => host === zone || host === `*.${zone}`);
  return isTaken && saas_zone === undefined ? `${name}.${await subdomain()}` : `edge.${zone}`;
}

async function ask(
  draft: SettingsDraft & { name: string },
  prompt: Prompt,
  { zones }: QuestionContext,
): Promise<SettingsDraft & { name: string }> {
  const plan = draft.plan ?? (await prompt.select(PLAN_QUESTION, PLAN_CHOICES));
  const answered = { ...draft, plan };
  if (answered.workers_dev || answered.admin_hosts !== undefined) {
    return answered.workers_dev || answered.link_hosts !== undefined || answered.saas_zone !== undefined
      ? answered
      : { ...answered, link_hosts: [await askHost(prompt, LINK_QUESTION, suggest("go", zones))] };
  }
  const way = await prompt.select(WAY_QUESTION, zones.length > 0 ? WAYS : WAYS.slice(-1));
  if (way === "workers-dev") return { ...answered, workers_dev: true };
  const zone = await chooseZone(prompt, zones, way === "saas" ? SAAS_ZONE_QUESTION : ZONE_QUESTION);
  const admin = await askHost(prompt, ADMIN_QUESTION, `admin.${zone}`);
  const link = await askHost(prompt, LINK_QUESTION, `go.${zone}`);
  const access = await askAccess(prompt, answered);
  const hosted = { ...answered, ...access, admin_hosts: [admin], link_hosts: [link] };
  if (way === "domain") return hosted;
  const target = answered.cname_target ?? (await askHost(prompt, TARGET_QUESTION, `edge.${zone}`));
  return { ...hosted, saas_zone: zone, cname_target: target };
}

/** Asks where the database shall be, which is decided once. */
async function askPlace(draft: SettingsDraft, prompt: Prompt): Promise<Place> {
  const { d1_database_id, location, jurisdiction } = draft;
  if (d1_database_id !== undefined || location !== undefined || jurisdiction !== undefined) return {};
  const place = await prompt.select(PLACE_QUESTION, PLACE_CHOICES);
  if (place === "near") return {};
  const name = Object.hasOwn(LOCATION_NAMES, place) ? "location" : "jurisdiction";
  return parseSettings({ [name]: place }, "The answer");
}

/** Asks for Cloudflare Access; an empty answer leaves tokens as the only way to sign in. */
async function askAccess(
  prompt: Prompt,
  draft: SettingsDraft,
): Promise<Pick<SettingsDraft, "access_team" | "access_audience">> {
  const { access_team, access_audience } = draft;
  const team = access_team ?? (await askSetting(prompt, TEAM_QUESTION, "access_team", true));
  if (team === "") return {};
  const audience = access_audience ?? (await askSetting(prompt, AUDIENCE_QUESTION, "access_audience", false));
  return { access_team: team, access_audience: audience };
}

async function askSetting(
  prompt: Prompt,
  question: string,
  name: "access_team" | "access_audience",
  mayBeEmpty: boolean,
): Promise<string> {
  const answer = await prompt.text(question, "", (text) => {
    if (mayBeEmpty && text.trim() === "") return null;
    try {
      parseSettings({ [name]: text.trim() }, "");
      return null;
    } catch {
      return HINTS[name];
    }
  });
  return answer.trim();
}

async function chooseZone(prompt: Prompt, zones: Zone[], question: string): Promise<string> {
  const [first] = zones;
  if (first === undefined) throw new CommandError("The account has no zone.");
  if (zones.length === 1) return first.name;
  const choices = zones.map(({ name, status }) => ({
    value: name,
    label: name,
    ...(status !== "active" && { hint: status }),
  }));
  return await prompt.select(question, choices);
}

function suggest(label: string, zones: Zone[]): string {
  return zones.length > 0 ? `${label}.${zones[0]?.name ?? ""}` : "";
}

async function askHost(prompt: Prompt, question: string, initial: string): Promise<string> {
  const text = await prompt.text(question, initial, (host) => {
    const parsed = parseHostname(host.trim());
    return parsed.ok && parsed.value.includes(".") ? null : "Enter a hostname such as links.example.com";
  });
  const parsed = parseHostname(text);
  return parsed.ok ? parsed.value : text;
}

const PLAN_QUESTION = "Which Workers plan does the account have?";
const PLAN_CHOICES = [
  { value: "paid" as const, label: "Workers Paid", hint: "5 dollars a month; what production needs" },
  {
    value: "free" as const,
    label: "Workers Free",
    hint: "for trying it out: some thousand clicks and 1,000 changes a day, weaker password hashes",
  },
];

const PLACE_QUESTION = "Where should the database be? It cannot be moved later.";
const PLACE_CHOICES = [
  { value: "near", label: "Near this computer", hint: "Cloudflare chooses" },
  ...Object.entries(LOCATION_NAMES).map(([value, name]) => ({ value, label: `In ${name}`, hint: value })),
  ...Object.entries(JURISDICTION_NAMES).map(([value, name]) => ({
    value,
    label: `Only in ${name}`,
    hint: `${value}: the database alone, see docs/deploying.md`,
  })),
];

const WAY_QUESTION = "Where should it answer?";
const WAYS = [
  { value: "domain" as const, label: "On a domain of this account", hint: "your own links" },
  {
    value: "saas" as const,
    label: "On a domain of this account, and on hostnames of other people",
    hint: "needs Cloudflare for SaaS",
  },
  {
    value: "workers-dev" as const,
    label: "On workers.dev",
    hint: "a first try without a domain; npm run deploy can move it later",
  },
];

const ZONE_QUESTION = "Which domain?";
const SAAS_ZONE_QUESTION = "Which domain has Cloudflare for SaaS? All of its hostnames will reach Signpost.";
const ADMIN_QUESTION = "Hostname of the dashboard and the API";
const LINK_QUESTION = "Hostname of your links";
const TARGET_QUESTION = "Name that hostnames of other people point at by CNAME";
const TEAM_QUESTION =
  "Team of Cloudflare Access, so that members sign in by their address (empty: by token alone; it can be added later)";
const AUDIENCE_QUESTION = "Audience tag of the Access application in front of the hostname of the API";
const HINTS = {
  access_team: "Enter the name of the team, such as acme of acme.cloudflareaccess.com",
  access_audience: "Enter the application's audience tag: 64 hexadecimal digits",
};
