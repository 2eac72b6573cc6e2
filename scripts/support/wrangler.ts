import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { PROJECT_FOLDER } from "./project.ts";

const WRANGLER = join(PROJECT_FOLDER, "node_modules/wrangler/bin/wrangler.js");

const WATCHDOG = join(import.meta.dirname, "watchdog.ts");

/**
 * The command of wrangler that uploads the built Worker as it is.
 * @param worker the file that `buildWorker` has returned
 */
export function toUpload(worker: string): string[] {
  return ["deploy", worker, "--no-bundle"];
}

/** The command that writes what would be uploaded into a folder, and uploads nothing. */
export function toDryRun(worker: string, folder: string): string[] {
  return [...toUpload(worker), "--dry-run", "--outdir", folder];
}

const environment = {
  ...process.env,
  WRANGLER_SEND_METRICS: "false",
  // Lets the build's guard see that one of the project's own commands runs wrangler.
  SIGNPOST_COMMAND: "1",
  // Without this variable the local runtime requests its location from the network, and warns if there is no answer.
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

export interface Finished {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Starts the project's own wrangler on the Node that runs this script. */
function spawnWrangler(args: string[], stdio: StdioOptions): ChildProcess {
  return spawn(process.execPath, [WRANGLER, ...args], { cwd: PROJECT_FOLDER, env: environment, stdio });
}

/**
 * Starts wrangler as `spawnWrangler` does, so that it ends when this process does, even if that is killed.
 * Closing its stdin kills it with all its children.
 */
export function spawnGuardedWrangler(args: string[]): ChildProcess {
  return spawn(process.execPath, [WATCHDOG, process.execPath, WRANGLER, ...args], {
    cwd: PROJECT_FOLDER,
    env: environment,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Runs wrangler with captured output, so that it asks no questions. */
export async function readWrangler(args: string[], input = ""): Promise<Finished> {
  const child = spawnWrangler(args, ["pipe", "pipe", "pipe"]);
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error("wrangler has no pipes");
  stdin.end(input);
  const [exitCode, out, err] = await Promise.all([exitOf(child), text(stdout), text(stderr)]);
  return { exitCode, stdout: out, stderr: err };
}

/** Runs wrangler in the person's terminal, so that they can answer its questions. */
export function showWrangler(args: string[]): Promise<number> {
  return exitOf(spawnWrangler(args, "inherit"));
}

/** Returns the exit code, 1 for a process that a signal ended. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
