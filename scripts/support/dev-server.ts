import { setTimeout as delay } from "node:timers/promises";
import { CommandError } from "./command.ts";
import { CONFIG_FILE } from "./project.ts";
import { exitOf, spawnWrangler } from "./wrangler.ts";

const READY_DEADLINE_MS = 90_000;
const STOP_DEADLINE_MS = 10_000;
const POLL_MS = 100;

export interface DevServer {
  /** The exit code of wrangler, once it has ended. */
  ended: Promise<number>;
  /** Resolves when the worker answers; throws CommandError with all that wrangler said otherwise. */
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the worker locally. What wrangler says is held back until the worker answers. */
export function startDevServer(port: number, stateDir: string): DevServer {
  const child = spawnWrangler(toArguments(port, stateDir), ["ignore", "pipe", "pipe"]);
  const ended = exitOf(child);
  let exitCode: number | null = null;
  void ended.then((code) => (exitCode = code));

  let state: "starting" | "ready" | "stopping" = "starting";
  const held: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (text: string) => {
      if (state === "starting") held.push(text);
      // Its parts complain about each other while they end.
      else if (state === "ready") process.stderr.write(text);
    });
  }

  return {
    ended,
    async untilReady() {
      const deadlineMs = performance.now() + READY_DEADLINE_MS;
      while (!(await answers(port))) {
        if (exitCode !== null || performance.now() > deadlineMs) {
          const event = exitCode === null ? "does not answer" : `ended with exit code ${exitCode}`;
          throw new CommandError(`${held.join("")}\nThe local worker ${event}; above is what wrangler said.`);
        }
        await delay(POLL_MS);
      }
      state = "ready";
    },
    async stop() {
      state = "stopping";
      if (exitCode === null) child.kill("SIGINT");
      const isLate = await Promise.race([
        ended.then(() => false),
        delay(STOP_DEADLINE_MS, true, { ref: false }),
      ]);
      if (isLate) child.kill("SIGKILL");
    },
  };
}

function toArguments(port: number, stateDir: string): string[] {
  return [
    ["dev", "--config", CONFIG_FILE],
    ["--ip", "127.0.0.1", "--port", String(port)],
    // Any free port, so that several can run side by side.
    ["--inspector-port", "0"],
    ["--persist-to", stateDir],
    ["--log-level", "warn"],
  ].flat();
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
