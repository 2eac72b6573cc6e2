import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { readUntil } from "../../scripts/lab/testbed/until.ts";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");

/** `npm start` in a process of its own. */
export interface Run {
  output(): string;
  untilReady(): Promise<void>;
  /** Null where a signal ended it. */
  exit: Promise<number | null>;
  /** Ctrl-C. */
  stop(): Promise<{ exitCode: number | null }>;
  /** As `kill -9` does. */
  kill(): void;
}

/** @param env at least STATE_DIR and PORT */
export function spawnStart(env: { STATE_DIR: string; PORT: string } & Record<string, string>): Run {
  const child: ChildProcess = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: PROJECT_FOLDER,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    output: () => output,
    exit,
    async untilReady() {
      const isReady = () => output.includes(`Ready on port ${env.PORT}`);
      await readUntil(() => isReady() || child.exitCode !== null, Boolean);
      if (!isReady()) throw new Error(`npm start ended with ${child.exitCode}: ${output}`);
    },
    kill: () => void child.kill("SIGKILL"),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT");
      return { exitCode: await exit };
    },
  };
}

/** Returns the origin of the pages that the demo leads to. */
export function findPages(output: string): string {
  return /^The demo, .*\n +(http:\/\/localhost:\d+)\/$/m.exec(output)?.[1] ?? "";
}
