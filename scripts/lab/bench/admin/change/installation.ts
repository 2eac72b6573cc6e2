import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { newWorkspace } from "../../../../../src/services/workspace/new-workspace.ts";
import { CommandError } from "../../../../support/command.ts";
import { fireAll, fireCronTriggers } from "../../../../support/cron-trigger.ts";
import { startDevServer } from "../../../../support/dev-server.ts";
import { findFreePort } from "../../../../support/free-port.ts";
import { withLocalDatabase, writeAll } from "../../../../support/local-database.ts";
import { type Costs, COSTS_PATH } from "./cost.ts";

/** An empty installation: one worker for calls and queues, and a second one for visits, on the same state. */
export interface Installation {
  visitPort: number;
  /** Calls the API. Throws unless the status is 200. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Sends rows as newline-delimited JSON. */
  sendLines(path: string, lines: string): Promise<void>;
  /** Returns what the consumers have cost since the last time. */
  takeCosts(): Promise<Costs>;
  /** Waits until a function returns a value that is not null. */
  until<T>(ask: () => Promise<T | null>): Promise<T>;
  stop(): Promise<void>;
}

const FOLDER = "scripts/lab/bench/admin/change";
const CRON = "* * * * *";
/** Without lists of crawlers, cron asks nobody. */
const VARS = { SIGNING_KEY: "a signing key for benchmarks, long enough", CRAWLER_LISTS: "" };
const POLL_MS = 100;
const DEADLINE_MS = 3_600_000;

export async function startInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-bench-change-"));
  const options = { name: "Benchmark", plan: "enterprise", role: "owner", nowMs: Date.now() } as const;
  const { token, statements } = await newWorkspace(options);
  await withLocalDatabase(folder, async (db) => writeAll(db, statements));
  const port = await findFreePort();
  const first = startDevServer(port, folder, `${FOLDER}/worker.ts`, VARS);
  const visitPort = await findFreePort();
  const servers = [first];
  const ended = new AbortController();
  const stop = async () => {
    ended.abort();
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await first.untilReady();
    const second = startDevServer(visitPort, folder, `${FOLDER}/visit-worker.ts`, VARS);
    servers.push(second);
    await second.untilReady();
  } catch (error) {
    await stop();
    throw error;
  }
  const cron = { port, crons: [CRON], signal: ended.signal, warn: (text: string) => console.error(text) };
  await fireAll(cron, Date.now());
  void fireCronTriggers(cron);
  const ask = async (method: string, path: string, type: string, body?: string) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
    const init = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const text = await response.text();
    if (response.status !== 200) throw new CommandError(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  return {
    visitPort,
    call: async <T>(method: string, path: string, body?: unknown) =>
      (await ask(method, `/v1${path}`, "application/json", JSON.stringify(body))) as T,
    sendLines: async (path, lines) => void (await ask("PUT", `/v1${path}`, "application/x-ndjson", lines)),
    takeCosts: async () => (await ask("GET", COSTS_PATH, "application/json")) as Costs,
    async until(askOnce) {
      const startMs = performance.now();
      for (;;) {
        const value = await askOnce();
        if (value !== null) return value;
        if (performance.now() - startMs > DEADLINE_MS) throw new CommandError("The change does not end.");
        await delay(POLL_MS);
      }
    },
    stop,
  };
}
