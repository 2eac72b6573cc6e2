import { findDatabaseId, findNamespaceId, hasSecret, listQueueNames } from "./account-listing.ts";
import { CommandError } from "./command.ts";
import { readSetting, withSetting, type Setting } from "./config-text.ts";
import type { DeployTarget } from "../deploy/option.ts";
import { SIGNING_KEY } from "./signing-key.ts";
import type { Finished } from "./wrangler.ts";

/** How wrangler is run, and what else a deployment touches. */
export interface Deployment {
  /** Out of sight, without questions. */
  read(args: string[], input?: string): Promise<Finished>;
  /** In view of the person; returns the exit code. */
  show(args: string[]): Promise<number>;
  readConfig(): Promise<string>;
  writeConfig(toml: string): Promise<void>;
  newSigningKey(): string;
  say(line: string): void;
}

/** What the Worker is bound to, by the names in wrangler.toml. */
export interface Resources {
  worker: string;
  databases: { binding: string; name: string }[];
  namespaces: { binding: string }[];
  queues: string[];
}

/**
 * Brings the Worker and all that it needs into an account; each step does only what is missing. The
 * previous version of the Worker runs on until the last step, which is why migrations only add. What can
 * fail comes before them, so that it does not run on the new schema for longer than it has to.
 */
export async function deploy(
  target: DeployTarget,
  resources: Resources,
  deployment: Deployment,
): Promise<void> {
  await requireLogin(deployment);
  for (const { binding, name } of resources.databases) {
    await ensureId(deployment, { table: "d1_databases", binding, key: "database_id" }, databaseOf(name));
  }
  for (const { binding } of resources.namespaces) {
    const title = `${resources.worker}-${binding.toLowerCase()}`;
    await ensureId(deployment, { table: "kv_namespaces", binding, key: "id" }, namespaceOf(title));
  }
  await ensureQueues(deployment, resources.queues);
  await ensureSigningKey(deployment);
  deployment.say("Building the Worker");
  await read(deployment, REHEARSAL);
  for (const { name } of resources.databases) {
    deployment.say(`Applying migrations to the database ${name}`);
    await show(deployment, ["d1", "migrations", "apply", name, "--remote"]);
  }
  deployment.say("Deploying the Worker");
  await show(deployment, ["deploy", ...toDeployArguments(target)]);
}

/** Builds and checks the Worker, and uploads nothing. */
export const REHEARSAL = ["deploy", "--dry-run", "--outdir", "dist"];

async function requireLogin(deployment: Deployment): Promise<void> {
  const { exitCode, stdout, stderr } = await deployment.read(["whoami", "--json"]);
  if (exitCode === 0) return;
  const isLoggedOut = /"loggedIn":\s*false/.test(stdout);
  throw new CommandError(
    isLoggedOut ? "You are not logged in to Cloudflare. Run: npx wrangler login" : `${stdout}${stderr}`,
  );
}

/** A thing of the account that wrangler.toml refers to by id. */
interface Resource {
  words: string;
  list: string[];
  create: string[];
  findId(listing: string): string | null;
}

function databaseOf(name: string): Resource {
  return {
    words: `database ${name}`,
    list: ["d1", "list", "--json"],
    create: ["d1", "create", name],
    findId: (listing) => findDatabaseId(listing, name),
  };
}

function namespaceOf(title: string): Resource {
  return {
    words: `KV namespace ${title}`,
    list: ["kv", "namespace", "list"],
    create: ["kv", "namespace", "create", title],
    findId: (listing) => findNamespaceId(listing, title),
  };
}

async function ensureId(deployment: Deployment, setting: Setting, resource: Resource): Promise<void> {
  const { words, list, create, findId } = resource;
  const toml = await deployment.readConfig();
  if (!isPlaceholder(readSetting(toml, setting))) {
    deployment.say(`Using the ${words} of wrangler.toml`);
    return;
  }
  let id = findId(await read(deployment, list));
  if (id === null) {
    deployment.say(`Creating the ${words}`);
    await read(deployment, create);
    id = findId(await read(deployment, list));
  }
  if (id === null)
    throw new CommandError(`The ${words} was created, but wrangler does not list it. Try again.`);
  deployment.say(`Writing the id of the ${words} into wrangler.toml: ${id}`);
  await deployment.writeConfig(withSetting(toml, setting, id));
}

function isPlaceholder(id: string | null): boolean {
  return id !== null && /^[0-]*$/.test(id);
}

async function ensureQueues(deployment: Deployment, queues: string[]): Promise<void> {
  const existing = await listQueues(deployment);
  for (const queue of queues) {
    if (existing.has(queue)) deployment.say(`Using the queue ${queue}`);
    else {
      deployment.say(`Creating the queue ${queue}`);
      await read(deployment, ["queues", "create", queue]);
    }
  }
}

async function listQueues(deployment: Deployment): Promise<Set<string>> {
  const names = new Set<string>();
  for (let page = 1; ; page++) {
    const found = listQueueNames(await read(deployment, ["queues", "list", "--page", String(page)]));
    if (found.every((name) => names.has(name))) return names;
    for (const name of found) names.add(name);
  }
}

async function ensureSigningKey(deployment: Deployment): Promise<void> {
  const args = ["secret", "list"];
  const result = await deployment.read(args);
  // Anything else must not end in a new key, which would lock what visitors have unlocked.
  const isFirstDeployment =
    result.exitCode !== 0 && /Worker ".*" .*not found/.test(result.stdout + result.stderr);
  if (!isFirstDeployment && hasSecret(requireSuccess(args, result), SIGNING_KEY)) {
    deployment.say(`Keeping the secret ${SIGNING_KEY}`);
    return;
  }
  deployment.say(`Setting the secret ${SIGNING_KEY} to a random value`);
  await read(deployment, ["secret", "put", SIGNING_KEY], deployment.newSigningKey());
}

function toDeployArguments({ adminHosts, cnameTarget, aTargets }: DeployTarget): string[] {
  const variables = [
    `ADMIN_HOSTS:${adminHosts.join(",")}`,
    `CNAME_TARGET:${cnameTarget}`,
    `A_TARGETS:${aTargets.join(",")}`,
  ];
  return variables.flatMap((variable) => ["--var", variable]);
}

async function read(deployment: Deployment, args: string[], input?: string): Promise<string> {
  return requireSuccess(args, await deployment.read(args, input));
}

function requireSuccess(args: string[], { exitCode, stdout, stderr }: Finished): string {
  if (exitCode !== 0) throw new CommandError(`${stdout}${stderr}\nwrangler ${args.join(" ")} failed.`);
  return stdout;
}

async function show(deployment: Deployment, args: string[]): Promise<void> {
  if ((await deployment.show(args)) !== 0) throw new CommandError(`wrangler ${args.join(" ")} failed.`);
}
