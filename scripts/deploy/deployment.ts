import { join } from "node:path";
import { CommandError } from "../support/command.ts";
import { requireProofMode } from "../support/proof.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { buildWorker } from "../worker/build.ts";
import { readWrangler, toDryRun, toUpload } from "../support/wrangler.ts";
import type { Api } from "./api.ts";
import { connectDatabase, type DeployedDatabase } from "./database.ts";
import { resolves } from "./dns.ts";
import { findLink, visitByHead, visitInTheEnd } from "./final-visit.ts";
import {
  connectHosts,
  ensureFirstWorkspace,
  ensureTestLink,
  untilApiAnswers,
  withOwnerToken,
  type Patience,
} from "./first-link.ts";
import { checkCustomDomains, checkRoutes, ensureWildcards } from "./hostname.ts";
import {
  listDatabases,
  listQueues,
  readTemplate,
  writeLinksConfig,
  writeWranglerConfig,
} from "./wrangler-config.ts";
import { listNotices } from "./notice.ts";
import { checkPlace } from "./place.ts";
import { ensureBucket, ensureDatabase, ensureNamespace, ensureQueues } from "./resource.ts";
import { ensureSaas, listOriginSteps } from "./saas.ts";
import { ensureSigningKey, type SecretContext } from "./secret.ts";
import { requireSettings, type Settings } from "./settings.ts";
import { writeSettings } from "./settings-file.ts";
import { requireZone, type Zone } from "./zone.ts";

interface Deployment {
  api: Api;
  baseUrl: string;
  /** The path of the settings; ids that the deployment finds or creates are written there at once. */
  settingsFile: string;
  settings: Settings;
  zones: Zone[];
  /** The link to visit; null to find or create one. */
  visit: string | null;
  askWorkspaceName(): Promise<string>;
  askSaasToken(hasOne: boolean): Promise<string | null>;
  /** Asks whether custom domains or routes that the settings lack may be taken from the Worker. */
  mayRemoveDomains(what: string): Promise<boolean>;
  say(line: string): void;
}

/** The results that the person needs at the end. */
export interface Outcome {
  settings: Settings;
  /** The link that was visited, with its answer; or the reason why none was. */
  visited: string;
  /** Says whether the token of a new workspace was shown. */
  showedToken: boolean;
  /** Steps that only a person can do, as sentences. */
  todo: string[];
}

/** A certificate for a new hostname takes some minutes. */
const NO_NIGHTLY_BACKUPS =
  "The free plan has no nightly backups, although backup_bucket is set: a part of one takes more than an invocation may. " +
  "npm run backup -- --remote makes a backup.";

const PATIENCE = { attempts: 60, pauseMs: 10_000 };

/**
 * Deploys the Worker and everything that it needs; each step does only what is missing. The previous version of the
 * Worker runs until the upload, which is why migrations only add. Steps that can fail come before the migrations, so
 * that the previous version runs on the new schema for as short as possible.
 */
export async function deploy(deployment: Deployment): Promise<Outcome> {
  const { say, zones } = deployment;
  const todo: string[] = [];
  const settings = await ensureResources(deployment, todo);
  const config = await writeWranglerConfig(deployment.settingsFile, settings);
  const wrangler = (args: string[], input?: string) => readWrangler([...args, "--config", config], input);
  const secrets: SecretContext = { ...toContext(deployment, settings), worker: settings.name, wrangler };
  await ensureSigningKey(secrets);
  const { saas_zone } = settings;
  if (saas_zone !== undefined) {
    const saas = { ...secrets, baseUrl: deployment.baseUrl, askToken: deployment.askSaasToken };
    todo.push(...(await ensureSaas(saas, zones, { ...settings, saas_zone })));
  }
  if (!settings.workers_dev) {
    await checkCustomDomains(secrets, settings, deployment.mayRemoveDomains);
    await checkRoutes(secrets, zones, settings, deployment.mayRemoveDomains);
    todo.push(...(await ensureWildcards(secrets, zones, settings)));
  }

  say("Building the Worker");
  const worker = await buildWorker();
  await requireSuccess(wrangler, toDryRun(worker, join(PROJECT_FOLDER, "dist")));
  say("Applying the migrations");
  // The first database comes last: it tells what is in the others, which then have the schema for it.
  for (const { binding } of listDatabases(settings).toReversed()) {
    await requireSuccess(wrangler, ["d1", "migrations", "apply", binding, "--remote"]);
  }
  say("Deploying the Worker");
  await requireSuccess(wrangler, toUpload(worker));
  if (settings.workers_dev) {
    say("Deploying the Worker that gives links a hostname of their own");
    const links = await writeLinksConfig(deployment.settingsFile, settings, await readTemplate());
    await requireSuccess(readWrangler, ["deploy", "--config", links]);
  }
  const outcome = await finish({ ...deployment, settings }, todo);
  if (saas_zone === undefined) return outcome;
  const steps = await listOriginSteps(deployment.api, zones, { ...settings, saas_zone });
  return { ...outcome, todo: [...outcome.todo, ...steps] };
}

/** Workspace, hostnames, test link and visit. */
async function finish(deployment: Deployment, todo: string[]): Promise<Outcome> {
  const { api, settings, say } = deployment;
  const open = (id: string) => connectDatabase(api, settings.account_id, id);
  const db = open(settings.d1_database_id ?? "");
  const nowMs = Date.now();
  const further = (settings.further_database_ids ?? []).map(open);
  const workspace = await ensureFirstWorkspace([db, ...further], deployment.askWorkspaceName, nowMs);
  // Printed at once, because the token cannot be shown again, and a later step may fail.
  if (workspace !== null) say(toTokenText(workspace));
  const origin = `https://${settings.admin_hosts[0] ?? ""}`;
  const patience: Patience = { ...PATIENCE, say };
  const url = deployment.visit ?? (await prepareLink(db, origin, deployment, patience, todo));
  todo.push(...(await readNotices(deployment, [db, ...further], todo)));
  const plan = { database: db, url, visit: visitByHead, attempts: PATIENCE.attempts };
  const visited = await visitInTheEnd({ ...plan, retryMs: 3_000 });
  return { settings, visited, showedToken: workspace !== null, todo };
}

/** Connects new hostnames of the settings, and creates a test link if no link can be visited yet. */
async function prepareLink(
  db: DeployedDatabase,
  origin: string,
  { settings, say }: Deployment,
  patience: Patience,
  todo: string[],
): Promise<string | null> {
  const { link_hosts } = settings;
  const rows = await db.rows("SELECT DISTINCT name FROM hosts");
  const known = new Set(rows.map(({ name }) => name));
  const isComplete = link_hosts.every((host) => known.has(host)) && (await findLink(db)) !== null;
  const host = link_hosts.find((one) => !one.startsWith("*."));
  if (isComplete || (link_hosts.length === 0 && host === undefined)) return null;
  return await withOwnerToken(db, Date.now(), async (token) => {
    await untilApiAnswers(origin, token, patience);
    todo.push(...(await connectHosts(db, origin, token, link_hosts, say)));
    if (host === undefined || (await findLink(db)) !== null) return null;
    return await ensureTestLink(db, origin, token, host);
  });
}

async function readNotices(
  { settings }: Deployment,
  databases: DeployedDatabase[],
  todo: string[],
): Promise<string[]> {
  const { vars } = await readTemplate();
  const read = (name: string) => settings.variables?.[name] ?? vars?.[name];
  const mode = requireProofMode(toText(read("HOSTNAME_PROOF")));
  const dohUrl = toText(read("DOH_URL")) ?? "";
  const { saas_zone, cname_target } = settings;
  // A DNS record that the person still has to create need not be looked up.
  const isToMake = todo.some((line) => line.includes(`*.${cname_target}`));
  const cnameTarget = saas_zone === undefined || isToMake ? null : cname_target;
  const source = { databases, mode, cnameTarget, resolves: (name: string) => resolves(name, dohUrl) };
  return await listNotices(source);
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Finds or creates the resources that the Worker is bound to. Returns the settings with their ids, which are also
 * written to the file.
 * @param todo gets the steps that only a person can do
 */
async function ensureResources(deployment: Deployment, todo: string[]): Promise<Settings> {
  const { settingsFile, zones } = deployment;
  let { settings } = deployment;
  const context = toContext(deployment, settings);
  const keep = async (change: Partial<Settings>) => {
    settings = requireSettings({ ...settings, ...change }, settingsFile);
    await writeSettings(settingsFile, settings);
  };
  for (const [index, database] of listDatabases(settings).entries()) {
    const id = await ensureDatabase(context, settings, database);
    const further = settings.further_database_ids ?? [];
    await keep(
      index === 0
        ? { d1_database_id: id }
        : { further_database_ids: [...further.slice(0, index - 1), id, ...further.slice(index)] },
    );
    const place = await checkPlace(context, settings, id);
    await keep(place.keep);
    todo.push(...place.todo);
  }
  await keep(await ensureNamespace(context, settings));
  if (settings.plan === "free" && settings.backup_bucket !== undefined) todo.push(NO_NIGHTLY_BACKUPS);
  todo.push(...(await ensureQueues(context, listQueues(await readTemplate(), settings), settings.plan)));
  for (const name of [settings.backup_bucket, settings.change_bucket]) {
    if (name !== undefined) await ensureBucket(context, name);
  }
  if (settings.saas_zone !== undefined) {
    const { id } = requireZone(zones, settings.saas_zone);
    await keep({ variables: { ...settings.variables, CLOUDFLARE_ZONE_ID: id } });
  }
  return settings;
}

function toContext({ api, say }: Deployment, { account_id: accountId }: Settings) {
  return { api, accountId, say };
}

/** Throws CommandError with instructions if a hostname of the settings is not in an active zone of the account. */
export function requireZones(
  { workers_dev, admin_hosts, link_hosts, saas_zone, routes = [] }: Settings,
  zones: Zone[],
): void {
  const hosts = [
    ...(workers_dev ? [] : [...admin_hosts, ...link_hosts]),
    ...(saas_zone === undefined ? [] : [saas_zone]),
    ...routes.map(({ zone_name }) => zone_name),
  ];
  for (const host of hosts) requireZone(zones, host);
}

function toTokenText({ name, token }: { name: string; token: string }): string {
  return `Made the workspace "${name}". The token of its owner, which is never shown again:\n\n    ${token}\n`;
}

type Wrangler = SecretContext["wrangler"];

async function requireSuccess(wrangler: Wrangler, args: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await wrangler(args);
  if (exitCode !== 0) throw new CommandError(`${stdout}${stderr}\nwrangler ${args.join(" ")} failed.`);
}
