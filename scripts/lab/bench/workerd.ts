import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { findFreePort } from "../../support/free-port.ts";
import { readdir, readFile } from "node:fs/promises";

const require = createRequire(import.meta.url);
const { default: WORKERD } = require("workerd") as { default: string };

/** A running target, in a separate process. */
export interface RunningTarget {
  port: number;
  /** The port of the stub queue, if the target has one. */
  queuePort: number;
  inspectorPort: number;
  pid: number;
  /** Nanoseconds on a processor so far. */
  cpuTime(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Serves a configuration of workerd with a socket named `http` (and `queue`, if it counts messages).
 * @param stores the address of the stores, if they run separately
 */
export async function serveConfig(
  path: string,
  {
    hasQueue,
    stores,
    isInspected = false,
  }: { hasQueue: boolean; stores?: RunningTarget; isInspected?: boolean },
): Promise<RunningTarget> {
  const port = await findFreePort();
  const queuePort = hasQueue ? await findFreePort() : 0;
  const inspectorPort = isInspected ? await findFreePort() : 0;
  const addresses = [`--socket-addr=http=127.0.0.1:${port}`];
  if (hasQueue) addresses.push(`--socket-addr=queue=127.0.0.1:${queuePort}`);
  if (stores !== undefined) {
    addresses.push(`--external-addr=kv=127.0.0.1:${stores.port}`);
    addresses.push(`--external-addr=queue=127.0.0.1:${stores.queuePort}`);
  }
  if (isInspected) addresses.push(`--inspector-addr=127.0.0.1:${inspectorPort}`);
  const child = spawn(WORKERD, ["serve", path, ...addresses], { stdio: ["ignore", "ignore", "inherit"] });
  return watch(child, { port, queuePort, inspectorPort });
}

/** Anything else that listens on a port. */
export async function serveCommand(
  command: string,
  args: (port: number) => Promise<string[]>,
): Promise<RunningTarget> {
  const port = await findFreePort();
  const child = spawn(command, await args(port), { stdio: ["ignore", "ignore", "inherit"] });
  return watch(child, { port, queuePort: 0, inspectorPort: 0 });
}

type Ports = Pick<RunningTarget, "port" | "queuePort" | "inspectorPort">;

async function watch(child: ChildProcess, ports: Ports): Promise<RunningTarget> {
  const { pid } = child;
  if (pid === undefined) throw new Error("the target did not start");
  await untilListening(child, ports.port);
  return {
    ...ports,
    pid,
    cpuTime: () => readCpuTime(pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const untilMs = Date.now() + 20_000;
  while (child.exitCode === null && Date.now() < untilMs) {
    if (await canConnect(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`the target does not listen (exit code ${child.exitCode})`);
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Nanoseconds that all threads of a process have spent on a processor, as the kernel counts them. Linux only. */
async function readCpuTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      const schedule = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
      return Number(schedule.split(" ")[0]);
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}
