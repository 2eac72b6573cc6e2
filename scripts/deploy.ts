import { resolve4, resolve6 } from "node:dns/promises";
import { readFile, writeFile } from "node:fs/promises";
import { runCommand } from "./support/command.ts";
import { readConfig } from "./support/config.ts";
import { deployHelp, parseDeployRequest } from "./support/deploy-option.ts";
import { listNotices } from "./support/deploy-notice.ts";
import { deploy, REHEARSAL } from "./support/deploy-step.ts";
import { visitByHead, visitInTheEnd } from "./support/final-visit.ts";
import { CONFIG_FILE, DATABASE_NAME } from "./support/project.ts";
import { requireProofMode } from "./support/proof.ts";
import { toResources } from "./support/resources.ts";
import { newSigningKey } from "./support/signing-key.ts";
import { readWrangler, showWrangler } from "./support/wrangler.ts";

async function main(): Promise<number> {
  const request = parseDeployRequest(process.argv.slice(2), process.env);
  if (request === "help") {
    console.log(deployHelp);
    return 0;
  }
  if (request === "rehearsal") return await showWrangler(REHEARSAL);
  const config = await readConfig();
  const mode = requireProofMode(toText(config.vars?.HOSTNAME_PROOF));
  await deploy(request, toResources(config), {
    read: readWrangler,
    show: showWrangler,
    readConfig: () => readFile(CONFIG_FILE, "utf8"),
    writeConfig: (toml) => writeFile(CONFIG_FILE, toml),
    newSigningKey,
    say: (line) => console.log(`• ${line}`),
  });
  const { cnameTarget } = request;
  const source = { database: DATABASE_NAME, mode, cnameTarget, read: readWrangler, resolves };
  for (const line of await listNotices(source)) console.log(`• ${line}`);
  const plan = { database: DATABASE_NAME, url: request.visit, read: readWrangler, visit: visitByHead };
  console.log(`• ${await visitInTheEnd({ ...plan, retryMs: RETRY_MS })}`);
  console.log(DONE);
  return 0;
}

const RETRY_MS = 3_000;

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const NOT_THERE = new Set(["ENOTFOUND", "ENODATA"]);

/** Returns whether a name has an address; null if DNS could not be asked. */
async function resolves(name: string): Promise<boolean | null> {
  const codes = await Promise.all([resolve4, resolve6].map((ask) => ask(name).then(() => "found", codeOf)));
  if (codes.includes("found")) return true;
  return codes.every((code) => NOT_THERE.has(code)) ? false : null;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

const DONE = `
Deployed. Commit wrangler.toml where ids were written into it. What is left to do:

  Route the admin host and the hostnames of your links to the Worker, unless they are already.
  Make a first workspace: npm run -s workspace -- create --name NAME --remote`;

await runCommand(main);
