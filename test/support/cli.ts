import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The command line in a folder and a home of its own, run as a person runs it. */
export interface Shell {
  folder: string;
  run(words: string[], options?: { env?: Record<string, string>; stdin?: string }): Promise<Run>;
  /** Runs a script of a shell that finds the command line, and programs of the folder, by name. */
  runScript(script: string, env?: Record<string, string>): Promise<number>;
  close(): Promise<void>;
}

export interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Bundles the command line as an installation of it does, and returns the file. */
async function bundle(folder: string): Promise<string> {
  await promisify(execFile)(process.execPath, ["scripts/bundle-cli.ts", folder]);
  return join(folder, "signpost.cjs");
}

export async function openShell(env: Record<string, string> = {}): Promise<Shell> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-cli-"));
  const script = await bundle(folder);
  const own = { PATH: process.env["PATH"] ?? "", HOME: join(folder, "home"), COLUMNS: "100" };
  return {
    folder,
    run: (words, { env: more = {}, stdin = "" } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [script, ...words], {
          cwd: folder,
          env: { ...own, ...env, ...more },
        });
        const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
        child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
        child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
        child.on("error", reject);
        child.on("close", (code) => {
          const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString();
          resolve({ exitCode: code ?? -1, stdout: text(stdout), stderr: text(stderr) });
        });
        child.stdin.end(stdin);
      }),
    async runScript(text, more = {}) {
      await writeFile(join(folder, "signpost"), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`, {
        mode: 0o755,
      });
      const path = `${folder}:${own.PATH}`;
      return await new Promise((resolve, reject) => {
        // As the runner of GitHub calls it.
        const child = spawn("bash", ["-e", "-o", "pipefail", "-c", text], {
          cwd: folder,
          env: { ...own, ...env, ...more, PATH: path },
          stdio: "ignore",
        });
        child.on("error", reject);
        child.on("close", (code) => resolve(code ?? -1));
      });
    },
    close: () => rm(folder, { recursive: true }),
  };
}
