import type { Unstable_RawConfig as RawConfig } from "wrangler";
import { LOG_IN, readCredential } from "../deploy/account.ts";
import { CLOUDFLARE_API, connectApi, type Api } from "../deploy/api.ts";
import type { Settings } from "../deploy/settings.ts";
import { readTemplate } from "../deploy/wrangler-config.ts";
import { listZones, type Zone } from "../deploy/zone.ts";
import { createApi, type Api as OwnApi } from "../cli/api.ts";
import type { Network } from "../cli/retry.ts";
import { readState } from "../status/read-state.ts";
import type { ShownState } from "../status/render.ts";
import { CommandError } from "../support/command.ts";
import { requireDeployed } from "../support/installation.ts";
import type { Redaction } from "./redact.ts";
import { holdTemporaryLink, type TemporaryLinkHolder } from "./temporary-link.ts";
import { visit, type Visit } from "./visit.ts";

/** What the steps work with. */
export interface ProveContext {
  settings: Settings & { d1_database_id: string };
  template: RawConfig;
  /** The API of Cloudflare. */
  cloudflare: Api;
  /** The API of the installation; null without SIGNPOST_TOKEN. */
  own: OwnApi | null;
  /** The link that steps make, change and delete. */
  link: TemporaryLinkHolder;
  /** Returns the zones of the account. */
  zones(): Promise<Zone[]>;
  /** Returns `GET /healthz`, all of it if MONITOR_KEY is set. */
  state(): Promise<ShownState>;
  redaction: Redaction;
  visit: Visit;
  nowMs(): number;
  pause(seconds: number): Promise<void>;
  /** Says something while a step waits. */
  say(line: string): void;
}

export interface Surroundings {
  env: NodeJS.ProcessEnv;
  network: Network;
  redaction: Redaction;
  say(line: string): void;
}

/** Why a step that needs the API of the installation is skipped. */
export const NO_TOKEN =
  "SIGNPOST_TOKEN is not set. npm run -s workspace -- token WORKSPACE --remote makes a token, which you delete afterwards.";

/** A shorter text is no secret of anybody, and may be a word of the report. */
const LEAST_SECRET = 16;

/** @throws CommandError or UsageError if there is no installation, or nobody is logged in */
export async function openContext({ env, network, redaction, say }: Surroundings): Promise<ProveContext> {
  const settings = await requireDeployed(env);
  const credential = await readCredential(env);
  if (credential === null) throw new CommandError(LOG_IN);
  const cloudflare = connectApi(credential, env["CLOUDFLARE_API_BASE_URL"] || CLOUDFLARE_API);
  const { MONITOR_KEY: key, SIGNPOST_TOKEN: token } = env;
  for (const secret of [...Object.values(credential), key, token]) {
    if (secret !== undefined && secret.length >= LEAST_SECRET) redaction.addText(secret, "SECRET");
  }
  nameParts(redaction, settings);
  const address = `https://${settings.admin_hosts[0] ?? ""}`;
  const own = token ? createApi({ url: address, token }, network) : null;
  return {
    settings,
    template: await readTemplate(),
    cloudflare,
    own,
    link: holdTemporaryLink(own),
    zones: once(async () => {
      const zones = await listZones(cloudflare, settings.account_id);
      for (const { name } of zones) redaction.addHost("zone", name);
      return zones;
    }),
    state: once(() => readOwnState(address, key || token || undefined, settings)),
    redaction,
    visit,
    nowMs: Date.now,
    pause: network.sleep,
    say,
  };
}

async function readOwnState(
  address: string,
  key: string | undefined,
  { access_team: team }: Settings,
): Promise<ShownState> {
  try {
    return await readState(address, key);
  } catch (error) {
    if (team === undefined || !(error instanceof CommandError)) throw error;
    throw new CommandError(
      `${error.message} Leave the path /healthz out of the application of Cloudflare Access, so that monitors reach it.`,
    );
  }
}

/** Names the parts of the installation. Ids have a form by which they are found. */
function nameParts(redaction: Redaction, settings: Settings): void {
  const { admin_hosts, link_hosts, cname_target, saas_zone, routes = [] } = settings;
  for (const host of admin_hosts) redaction.addHost("admin", host);
  for (const host of link_hosts) redaction.addHost("link", host);
  redaction.addHost("target", cname_target);
  for (const zone of [saas_zone, ...routes.map(({ zone_name }) => zone_name)]) {
    if (zone !== undefined) redaction.addHost("zone", zone);
  }
  redaction.addText(settings.name, "signpost");
  redaction.addText(settings.backup_bucket ?? "", "backup-bucket");
  redaction.addText(settings.change_bucket ?? "", "change-bucket");
  redaction.addText(settings.access_team ?? "", "access-team");
}

/** Calls a function at its first use, and keeps what it returns. */
function once<T>(call: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= call());
}
