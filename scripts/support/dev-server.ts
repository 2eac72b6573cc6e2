import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { CommandError } from "./command.ts";
import { createOfflineFilter } from "./offline-filter.ts";
import { CONFIG_FILE } from "./project.ts";
import { exitOf, spawnGuardedWrangler } from "./wrangler.ts";

const READY_DEADLINE_MS = 90_000;
const STOP_DEADLINE_MS = 10_000;
const POLL_MS = 100;

export interface DevServer {
  /** The exit code of wrangler, once it has ended. */
  ended: Promise<number>;
  /** Resolves when the worker answers; otherwise shows the output of wrangler, and throws CommandError. */
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs the worker locally, optionally with another entry module. The output of wrangler is held back until the worker
 * answers or an error occurs.
 * @param vars variables that differ from wrangler.toml
 * @param config how wrangler finds the configuration
 */
export function startDevServer(
  port: number,
  stateDir: string,
  entry?: string,
  vars: Record<string, string> = {},
  config = ["--config", CONFIG_FILE],
): DevServer {
  const child = spawnGuardedWrangler(toArguments(port, stateDir, entry, vars, config));
  const output = followOutput([child.stdout, child.stderr]);
  const ended = exitOf(child);
  let exitCode: number | null = null;
  void ended.then((code) => (exitCode = code));

  return {
    ended,
    async untilReady() {
      const deadlineMs = performance.now() + READY_DEADLINE_MS;
      while (!(await answers(port))) {
        if (exitCode !== null || performance.now() > deadlineMs) {
          output.release();
          const event = exitCode === null ? "does not answer" : `ended with exit code ${exitCode}`;
          throw new CommandError(`The local worker ${event}.`);
        }
        await delay(POLL_MS);
      }
      output.drop();
    },
    async stop() {
      // Its parts complain about each other while they end.
      output.silence();
      if (exitCode === null) child.kill("SIGINT");
      const isLate = await Promise.race([
        ended.then(() => false),
        delay(STOP_DEADLINE_MS, true, { ref: false }),
      ]);
      if (isLate) child.stdin?.destroy();
    },
  };
}

/** Holds back output until it is requested; an error in it is shown at once. */
function followOutput(streams: (Readable | null)[]) {
  let state: "held" | "shown" | "silent" = "held";
  let held = "";
  const show = (text: string) => {
    held = "";
    state = "shown";
    process.stderr.write(text);
  };
  for (const stream of streams) {
    stream?.setEncoding("utf8");
    const withoutReports = createOfflineFilter();
    stream?.on("data", (raw: string) => {
      const text = withoutReports(raw);
      if (state === "shown") process.stderr.write(text);
      if (state === "held") held += text;
      if (state === "held" && text.includes("ERROR")) show(held);
    });
  }
  return {
    release: () => show(held),
    drop: () => show(""),
    silence: () => void (state = "silent"),
  };
}

function toArguments(
  port: number,
  stateDir: string,
  entry: string | undefined,
  vars: Record<string, string>,
  config: string[],
): string[] {
  return [
    ["dev", ...(entry === undefined ? [] : [entry]), ...config],
    ["--ip", "127.0.0.1", "--port", String(port)],
    // Any free port, so that several can run side by side.
    ["--inspector-port", "0"],
    ["--persist-to", stateDir],
    ["--log-level", "warn"],
    ...Object.entries(vars).map(([name, value]) => ["--var", `${name}:${value}`]),
  ].flat();
}

/** Returns whether any program on this machine answers at the port. */
export async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
