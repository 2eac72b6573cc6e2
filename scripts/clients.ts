import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { CommandError, runCommand } from "./support/command.ts";
import { PROJECT_FOLDER } from "./support/project.ts";
import { createKillableWorker } from "./lab/testbed/killable-worker.ts";

/**
 * Generates clients from the OpenAPI document with two generators, compiles them with strict types, and runs them
 * against the Worker. The generators have their own package and lock file.
 */

const SOURCE = join(PROJECT_FOLDER, "test/clients");
/** Outside of `test`, because the files that are installed and generated there are not source. */
const FOLDER = join(PROJECT_FOLDER, ".build/clients");
const DOCUMENT = join(PROJECT_FOLDER, "docs/openapi.json");
const HOST = "go.example.com";

interface Clients {
  run(installation: { origin: string; token: string; host: string }): Promise<void>;
}

async function main(): Promise<number> {
  parseArgs();
  const isInstalled = (await readLock(FOLDER)) === (await readLock(SOURCE));
  await rm(join(FOLDER, "generated"), { recursive: true, force: true });
  await cp(SOURCE, FOLDER, { recursive: true });
  if (!isInstalled || !existsSync(join(FOLDER, "node_modules"))) {
    await step("Installing the generators", "npm", ["ci"]);
  }
  await Promise.all([
    step(
      "Making the types for openapi-fetch",
      ...bin("openapi-typescript", DOCUMENT, "-o", "generated/paths.ts"),
    ),
    step(
      "Making the client of openapi-ts",
      ...bin("openapi-ts", "-i", DOCUMENT, "-o", "generated/hey", "-c", "@hey-api/client-fetch"),
    ),
  ]);
  const worker = await createKillableWorker();
  try {
    await Promise.all([step("Compiling them", ...bin("tsc", "-p", ".")), worker.start()]);
    await worker.call("POST", "/host", { host: HOST });
    const built = pathToFileURL(join(FOLDER, "generated/built/run.js")).href;
    const { run } = (await import(built)) as Clients;
    await run({ origin: `http://localhost:${worker.port}`, token: worker.token, host: HOST });
    console.log("Both clients do what they are for.");
    return 0;
  } finally {
    await worker.close();
  }
}

async function readLock(folder: string): Promise<string | null> {
  return await readFile(join(folder, "package-lock.json"), "utf8").catch(() => null);
}

function bin(name: string, ...args: string[]): [string, string[]] {
  return [process.execPath, [join(FOLDER, "node_modules/.bin", name), ...args]];
}

async function step(title: string, command: string, args: string[]): Promise<void> {
  console.log(title);
  try {
    await promisify(execFile)(command, args, { cwd: FOLDER });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new CommandError(`${title} failed.\n${stdout}${stderr}`);
  }
}

await runCommand(
  main,
  `Generates clients from docs/openapi.json with two generators, and runs them against a worker of its own.

  npm run clients`,
);
