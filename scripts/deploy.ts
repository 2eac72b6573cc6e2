import { join } from "node:path";
import {
  LOG_IN,
  chooseAccount,
  listAccounts,
  readCredential,
  toWords,
  type Account,
} from "./deploy/account.ts";
import { adoptTemplate, adoptWorker } from "./deploy/adopt.ts";
import { CLOUDFLARE_API, connectApi, type Api, type Credential } from "./deploy/api.ts";
import { deploy, requireZones, type Outcome } from "./deploy/deployment.ts";
import { checkDomainCount, requireSubdomain } from "./deploy/hostname.ts";
import { deployHelp, parseDeployOptions, type DeployOptions } from "./deploy/option.ts";
import { refuseLostDatabases } from "./deploy/lost-database.ts";
import { refuseMovingWorkspace } from "./deploy/moving-workspace.ts";
import { openPrompt, type Prompt } from "./deploy/prompt.ts";
import { completeSettings } from "./deploy/question.ts";
import { checkFallbackOrigin } from "./deploy/saas.ts";
import { readSettings, writeSettings } from "./deploy/settings-file.ts";
import type { SettingsDraft } from "./deploy/settings.ts";
import { refuseTestVariables } from "./deploy/test-variable.ts";
import {
  listDatabases,
  readTemplate,
  requireEveryEvent,
  writeWranglerConfig,
} from "./deploy/wrangler-config.ts";
import { listZones, type Zone } from "./deploy/zone.ts";
import { CommandError, UsageError, runWithOptions } from "./support/command.ts";
import { CONFIG_FILE, PROJECT_FOLDER } from "./support/project.ts";
import { showWrangler, toDryRun } from "./support/wrangler.ts";
import { buildWorker } from "./worker/build.ts";

async function main(options: DeployOptions): Promise<number> {
  const file = options.settings;
  const held = await readSettings(file);
  const name = held?.name ?? (options.name === null ? "signpost" : `signpost-${options.name}`);
  const draft = { ...held, ...options.given, name };
  const template = await readTemplate();
  requireEveryEvent(template);
  refuseTestVariables(template.vars, CONFIG_FILE);
  refuseTestVariables(draft.variables, file);
  if (options.isRehearsal) return await rehearse(file, draft);

  const prompt = openPrompt();
  const baseUrl = process.env["CLOUDFLARE_API_BASE_URL"] || CLOUDFLARE_API;
  const api = connectApi(await requireCredential(prompt), baseUrl);
  const account = await requireAccount(api, draft.account_id, prompt);
  say(`Cloudflare account: ${toWords(account)}`);
  const zones = await listZones(api, account.id);
  const known = await adopt(api, account, zones, held, { ...draft, account_id: account.id });
  const settings = await completeSettings(known, {
    prompt,
    zones,
    subdomain: () => requireSubdomain({ api, accountId: account.id }),
    from: file,
  });
  requireZones(settings, zones);
  await checkDomainCount({ api, accountId: account.id }, zones, settings);
  await checkFallbackOrigin(api, zones, settings);
  const worker = { api, accountId: account.id, worker: settings.name };
  await refuseLostDatabases(worker, listDatabases(settings), toAdvice(file));
  await refuseMovingWorkspace(api, account.id, listDatabases(settings));
  await writeSettings(file, settings);
  say(`Settings: ${file}`);
  // A new installation needs it for certain, so it is asked before the steps that take minutes.
  const isNew = settings.d1_database_id === undefined;
  const workspaceName = isNew ? await askWorkspaceName(prompt, options) : null;
  const outcome = await deploy({
    api,
    baseUrl,
    settingsFile: file,
    settings,
    zones,
    visit: options.visit,
    askWorkspaceName: async () => workspaceName ?? (await askWorkspaceName(prompt, options)),
    mayRemoveDomains: (what) => mayRemoveDomains(prompt, options, what),
    askSaasToken: (hasOne) => askSaasToken(prompt, hasOne),
    say,
  });
  console.log(toReport(outcome, options));
  return 0;
}

function toAdvice(file: string): string {
  return `Write databases and further_database_ids into ${file} as they were, or delete these workspaces first (npm run workspace).`;
}

function say(line: string): void {
  console.log(`• ${line}`);
}

/** Builds with the settings, as far as there are any, and uploads nothing. */
async function rehearse(file: string, draft: SettingsDraft & { name: string }): Promise<number> {
  const dryRun = toDryRun(await buildWorker(), join(PROJECT_FOLDER, "dist"));
  const isDeployed = draft.d1_database_id !== undefined;
  if (!isDeployed) say(`${file} names no installation yet, so this shows the values of local development`);
  const config = isDeployed ? await writeWranglerConfig(file, draft) : CONFIG_FILE;
  return await showWrangler([...dryRun, "--config", config]);
}

async function requireCredential(prompt: Prompt | null): Promise<Credential> {
  const credential = await readCredential(process.env);
  if (credential !== null) return credential;
  if (prompt === null || !(await prompt.confirm("You are not logged in to Cloudflare. Open the browser?"))) {
    throw new CommandError(LOG_IN);
  }
  await showWrangler(["login"]);
  const fresh = await readCredential(process.env);
  if (fresh === null) throw new CommandError(LOG_IN);
  return fresh;
}

async function requireAccount(api: Api, id: string | undefined, prompt: Prompt | null): Promise<Account> {
  const accounts = await listAccounts(api);
  const account = chooseAccount(accounts, id ?? process.env["CLOUDFLARE_ACCOUNT_ID"]);
  if (account !== null) return account;
  if (prompt === null) {
    throw new UsageError(`Name the account with --account: ${accounts.map(toWords).join(", ")}`);
  }
  const choices = accounts.map((one) => ({ value: one.id, label: one.name, hint: one.id }));
  const chosen = await prompt.select("Which Cloudflare account?", choices);
  return accounts.find((one) => one.id === chosen) ?? { id: chosen, name: chosen };
}

/** Completes a first settings file from a Worker that is deployed already, and from an edited wrangler.toml. */
async function adopt(
  api: Api,
  account: Account,
  zones: Zone[],
  held: SettingsDraft | null,
  draft: SettingsDraft & { name: string; account_id: string },
): Promise<SettingsDraft & { name: string; account_id: string }> {
  const template = await readTemplate();
  const written = adoptTemplate(template);
  const hasWritten = Object.keys(written).length > 0;
  if (hasWritten && held !== null && held.d1_database_id !== undefined) {
    say("wrangler.toml has ids in it that are not used any more. Undo them: git checkout wrangler.toml");
  }
  if (held?.d1_database_id !== undefined) return draft;
  const adopted = await adoptWorker(api, account.id, draft.name, zones, template);
  if (adopted !== null) {
    say(`Adopting the settings of the Worker ${draft.name} that is deployed`);
    if (!adopted.admin_hosts) say("Its ADMIN_HOSTS are those of local development, so they have to be given");
  }
  if (hasWritten) say("Adopting the ids of wrangler.toml. Undo them there: git checkout wrangler.toml");
  return { ...adopted, ...written, ...draft };
}

async function askWorkspaceName(prompt: Prompt | null, { workspace }: DeployOptions): Promise<string> {
  if (workspace !== null || prompt === null) return workspace ?? "Signpost";
  return await prompt.text("Name of the first workspace", "Signpost", (text) =>
    text.trim() === "" ? "Enter a name" : null,
  );
}

async function mayRemoveDomains(
  prompt: Prompt | null,
  { removesDomains }: DeployOptions,
  what: string,
): Promise<boolean> {
  if (removesDomains || prompt === null) return removesDomains;
  return await prompt.confirm(`The Worker has ${what}. Remove them?`);
}

/** Returns null to keep the token that the Worker has. */
async function askSaasToken(prompt: Prompt | null, hasOne: boolean): Promise<string | null> {
  const given = process.env["SAAS_API_TOKEN"];
  if (given || prompt === null || hasOne) return given || null;
  const token = await prompt.secret(
    "API token with which the Worker requests certificates (Zone > SSL and Certificates > Edit)",
  );
  return token.trim() || null;
}

function toReport(
  { settings, visited, showedToken, todo }: Outcome,
  { settings: file, name }: DeployOptions,
): string {
  const [admin = ""] = settings.admin_hosts;
  const lines = [
    "",
    visited,
    "",
    "Deployed.",
    `  Dashboard  https://${admin}/`,
    `  API        https://${admin}/v1, described at https://${admin}/docs`,
    ...(showedToken ? ["  Token      shown above, once: store it. It signs in to the dashboard"] : []),
    `  Links      ${settings.link_hosts.map(toLinkText).join(", ") || "connect a hostname in the dashboard"}`,
    `  Settings   ${file} (keep a copy)`,
    ...(settings.plan === "free" ? [`${FREE_PLAN}${name === null ? "" : ` --name ${name}`}`] : []),
  ];
  const notes = todo.map((line) => `  - ${line}`);
  return [...lines, ...(notes.length > 0 ? ["", "To note:", ...notes] : [])].join("\n");
}

function toLinkText(host: string): string {
  return host.startsWith("*.") ? host : `https://${host}/`;
}

const FREE_PLAN = `
The free plan is for trying it out. docs/deploying.md has its limits. When the account has the paid plan, run:
npm run deploy -- --plan paid`;

await runWithOptions(deployHelp, (args) => parseDeployOptions(args, process.env), main);
