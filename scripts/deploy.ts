import { readFile, writeFile } from "node:fs/promises";
import { runCommand } from "./support/command.ts";
import { readConfig } from "./support/config.ts";
import { deployHelp, parseDeployRequest } from "./support/deploy-option.ts";
import { deploy, type Resources } from "./support/deploy-step.ts";
import { CONFIG_FILE } from "./support/project.ts";
import { newSigningKey } from "./support/signing-key.ts";
import { readWrangler, showWrangler } from "./support/wrangler.ts";

async function main(): Promise<number> {
  const request = parseDeployRequest(process.argv.slice(2), process.env);
  if (request === "help") {
    console.log(deployHelp);
    return 0;
  }
  if (request === "rehearsal") return await showWrangler(["deploy", "--dry-run", "--outdir", "dist"]);
  await deploy(request, await listResources(), {
    read: readWrangler,
    show: showWrangler,
    readConfig: () => readFile(CONFIG_FILE, "utf8"),
    writeConfig: (toml) => writeFile(CONFIG_FILE, toml),
    newSigningKey,
    say: (line) => console.log(`• ${line}`),
  });
  console.log(DONE);
  return 0;
}

async function listResources(): Promise<Resources> {
  const { name, d1_databases, kv_namespaces, queues } = await readConfig();
  const consumed = (queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) => [
    queue,
    dead_letter_queue,
  ]);
  const named = [...(queues.producers ?? []).map(({ queue }) => queue), ...consumed];
  return {
    worker: name ?? "",
    databases: d1_databases.map(({ binding, database_name }) => ({ binding, name: String(database_name) })),
    namespaces: kv_namespaces.map(({ binding }) => ({ binding })),
    queues: [...new Set(named.filter((queue) => queue !== undefined))],
  };
}

const DONE = `
Deployed. Commit wrangler.toml where ids were written into it. What is left to do:

  Route the admin host and the hostnames of your links to the Worker, unless they are already.
  Make a first workspace: npm run -s workspace -- --name NAME --remote`;

await runCommand(main);
