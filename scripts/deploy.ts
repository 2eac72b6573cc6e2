import { readFile, writeFile } from "node:fs/promises";
import { runCommand } from "./support/command.ts";
import { readConfig } from "./support/config.ts";
import { deployHelp, parseDeployRequest } from "./support/deploy-option.ts";
import { deploy } from "./support/deploy-step.ts";
import { CONFIG_FILE } from "./support/project.ts";
import { toResources } from "./support/resources.ts";
import { newSigningKey } from "./support/signing-key.ts";
import { readWrangler, showWrangler } from "./support/wrangler.ts";

async function main(): Promise<number> {
  const request = parseDeployRequest(process.argv.slice(2), process.env);
  if (request === "help") {
    console.log(deployHelp);
    return 0;
  }
  if (request === "rehearsal") return await showWrangler(["deploy", "--dry-run", "--outdir", "dist"]);
  await deploy(request, toResources(await readConfig()), {
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

const DONE = `
Deployed. Commit wrangler.toml where ids were written into it. What is left to do:

  Route the admin host and the hostnames of your links to the Worker, unless they are already.
  Make a first workspace: npm run -s workspace -- --name NAME --remote`;

await runCommand(main);
