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
 * against the Worker, with Shlink's SDK, which calls the door for it. All have their own package and lock file.
 */

const SOURCE = join(PROJECT_FOLDER, "test/clients");
/** Outside of `test`, because the files that are installed and generated there are not source. */
const FOLDER = join(PROJECT_FOLDER, ".build/clients");
const DOCUMENT = join(PROJECT_FOLDER, "docs/openapi.json");
const HOST = "go.example.com";

type Use = (installation: { origin: string; token: string; host: string }) => Promise<void>;

interface Clients {
  run: Use;
}

interface ShlinkClient {
  useShlinkClient: Use;
}

async function main(): Promise<number> {
  parseArgs();
  const isInstalled = (await readLock(FOLDER)) === (await readLock(SOURCE));
  await rm(join(FOLDER, "generated"), { recursive: true, force: true });
  await cp(SOURCE, FOLDER, { recursive: true });
  if (!isInstalled || !existsSync(join(FOLDER, "node_modules"))) {
    await step("Installing the generators and the SDK", "npm", ["ci"]);
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
    // Its types have imports that only a bundler resolves, which the generated clients must not be made for.
    await step("Compiling the client of the SDK", ...bin("tsc", "-p", "tsconfig.shlink.json"));
    await worker.call("POST", "/host", { host: HOST });
    await worker.call("POST", "/workspace/update/doors", { value: "shlink" });
    const built = (name: string) => pathToFileURL(join(FOLDER, "generated/built", name)).href;
    const { run } = (await import(built("run.js"))) as Clients;
    const { useShlinkClient } = (await import(built("shlink-client.js"))) as ShlinkClient;
    const installation = { origin: `http://localhost:${worker.port}`, token: worker.token, host: HOST };
    await run(installation);
    await useShlinkClient(installation);
    console.log("The clients do what they are for.");
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
  `Generates clients from docs/openapi.json with two generators, and runs them and Shlink's SDK against a worker of its own.

  npm run clients`,
);
