import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { newWorkspace } from "../../../src/services/workspace/new-workspace.ts";
import { buildStaticFiles } from "../../static/build.ts";
import { answers } from "../../support/dev-server.ts";
import { findFreePort } from "../../support/free-port.ts";
import { readLiveHeap } from "../../support/live-heap.ts";
import { localConfig } from "../../support/local-config.ts";
import { ensureLocalSecrets } from "../../support/local-secret.ts";
import {
  withLocalDatabase,
  withLocalDatabases,
  writeAll,
  type LocalDatabase,
} from "../../support/local-database.ts";
import { controlOf, type Control } from "./control.ts";
import { readUntil } from "./until.ts";
import type { ClickMessage } from "../../../src/queue-messages.ts";

/** A process of the worker, with the functions that break it. */
export interface WorkerProcess extends Control {
  port: number;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** SIGKILL to all of it. */
  kill(): Promise<void>;
  /** Its output since it was started. */
  output(): string;
}

/**
 * The worker in separate processes with its state on disk, which can be killed and started again, with its clicks in
 * a queue that outlives it.
 */
export interface KillableWorker extends WorkerProcess {
  /** The token of the workspace's owner. */
  token: string;
  folder: string;
  /**
   * Starts another process on the same state, with its own memory and queues; its clicks go to the shared queue. If
   * both write at once, either can fail. The caller has to kill it.
   */
  createTwin(): Promise<WorkerProcess>;
  // Bodies are whatever the API says: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: string, path: string, body?: unknown, token?: string): Promise<any>;
  /** Sends a message to the queue, as the worker does. */
  sendClicks(message: ClickMessage): Promise<void>;
  /** The messages that the queue has accepted, once for each id. */
  acceptedMessages(): Promise<ClickMessage[]>;
  queueState(): Promise<QueueState>;
  /** Bytes of its isolate's heap that are left when garbage is collected. */
  liveHeap(): Promise<number>;
  close(): Promise<void>;
}

interface QueueState {
  accepted: number;
  /** Messages whose sender died in their middle. */
  cutOff: number;
  waiting: number;
  deliveries: number;
  failedDeliveries: number;
}

const WRANGLER = "node_modules/wrangler/bin/wrangler.js";
const READY = { everyMs: 50 };

/**
 * @param times how often the queue delivers each message
 * @param databases how many the worker has; its workspace is in the first
 */
export async function createKillableWorker(times = 1, databases = 1): Promise<KillableWorker> {
  await buildStaticFiles();
  await ensureLocalSecrets();
  const folder = await mkdtemp(join(tmpdir(), "signpost-kill-"));
  const options = { name: "Test", plan: "enterprise", role: "owner", nowMs: Date.now() } as const;
  const { token, statements } = await newWorkspace(options);
  const write = async ([first]: LocalDatabase[]) => writeAll(first!.db, statements);
  await withLocalDatabases(folder, withLocalDatabase, write, databases);
  const port = await findFreePort();
  const accepted = join(folder, "accepted");
  const service = ["scripts/lab/testbed/queue-service.ts", accepted, String(port), String(times)];
  const queue = spawn(process.execPath, service, { stdio: ["ignore", "pipe", "inherit"] });
  const queueUrl = `http://127.0.0.1:${await firstLineOf(queue)}`;
  const inspectorPort = await findFreePort();
  const shared = { folder, queueUrl, databases, config: await localConfig(databases) };
  const first = createProcess({ port, inspectorPort, ...shared });

  return {
    ...first,
    token,
    folder,
    createTwin: async () =>
      createProcess({ port: await findFreePort(), inspectorPort: await findFreePort(), ...shared }),
    async call(method, path, body, ofToken = token) {
      const headers = { Authorization: `Bearer ${ofToken}`, "Content-Type": "application/json" };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, init);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as unknown;
    },
    async sendClicks(message) {
      await fetch(queueUrl, { method: "POST", body: JSON.stringify(message) });
    },
    async acceptedMessages() {
      const lines = (await readFile(accepted, "utf8")).split("\n").filter((line) => line !== "");
      const messages = lines.map((line) => JSON.parse(line) as ClickMessage);
      return [...new Map(messages.map((message) => [message.id, message])).values()];
    },
    liveHeap: () => readLiveHeap(inspectorPort),
    queueState: async () => (await (await fetch(queueUrl)).json()) as QueueState,
    async close() {
      await first.kill();
      const ended = exitOf(queue);
      queue.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createProcess(spawned: Spawned): WorkerProcess {
  const { port } = spawned;
  let worker: ChildProcess | null = null;
  let output = () => "";
  return {
    ...controlOf(port),
    port,
    async start() {
      const started = spawnWorker(spawned);
      worker = started.child;
      output = started.output;
      await readUntil(
        () => answers(port),
        (isReady) => {
          if (started.child.exitCode !== null) throw new Error("the worker ended");
          return isReady;
        },
        READY,
      ).catch((error: unknown) => {
        throw new Error(`the worker does not answer: ${started.output()}`, { cause: error });
      });
    },
    async kill() {
      if (worker?.pid === undefined) return;
      const { pid } = worker;
      const ended = exitOf(worker);
      worker = null;
      // The group: wrangler and the runtimes that it started.
      process.kill(-pid, "SIGKILL");
      await ended;
    },
    output: () => output(),
  };
}

interface Spawned {
  port: number;
  inspectorPort: number;
  folder: string;
  queueUrl: string;
  databases: number;
  /** Arguments by which wrangler finds its configuration. */
  config: string[];
}

function spawnWorker({ port, inspectorPort, folder, queueUrl, databases, config }: Spawned) {
  const args = [
    [WRANGLER, "dev", "scripts/lab/testbed/entry/breakable-worker.ts", ...config],
    ["--ip", "127.0.0.1", "--port", String(port)],
    ["--inspector-port", String(inspectorPort)],
    ["--persist-to", folder, "--log-level", "warn"],
    ["--var", `CLICK_QUEUE_URL:${queueUrl}`, "--var", "SIGNING_KEY:a signing key for tests, long enough"],
    ["--var", `DATABASES:${databases}`],
  ].flat();
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
  // A separate process group, so that a kill ends all of its processes.
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return { child, output: () => output };
}

function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => void child.once("exit", () => resolve()));
}

async function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("the process has no output");
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error("the process said nothing");
}
