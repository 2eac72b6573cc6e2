import { connect } from "node:net";
import { HOST } from "./snapshot.ts";
import type { Target, Targets } from "./target.ts";
import { serveConfig, type RunningTarget } from "./workerd.ts";

/** A fresh process up to its first redirect. */
export interface ColdStart {
  floorCpuMs: number;
  oursCpuMs: number;
}

/** Starts floor and ours alternately, a number of times. */
export async function coldStarts(
  { floor, ours, stores }: Targets["fresh"],
  times: number,
): Promise<ColdStart[]> {
  const samples: ColdStart[] = [];
  const running = await serveConfig(stores.config, { hasQueue: stores.hasQueue });
  try {
    for (let time = 0; time < times; time++) {
      samples.push({ floorCpuMs: await coldStart(floor), oursCpuMs: await coldStart(ours, running) });
    }
  } finally {
    await running.stop();
  }
  return samples;
}

/** Returns the milliseconds of processor until the first redirect. */
export async function coldStart(target: Target, stores?: RunningTarget): Promise<number> {
  const running = await serveConfig(target.config, {
    hasQueue: target.hasQueue,
    ...(stores !== undefined && { stores }),
  });
  try {
    await firstAnswer(running.port, target);
    return (await running.cpuTime()) / 1e6;
  } finally {
    await running.stop();
  }
}

function firstAnswer(port: number, { paths, headers }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write([`GET ${paths[0]} HTTP/1.1`, `Host: ${HOST}`, ...headers, "", ""].join("\r\n")),
    );
    socket.once("data", (chunk) => {
      socket.destroy();
      if (chunk.toString("latin1", 9, 12) === "302") resolve();
      else reject(new Error(`the first answer was no redirect: ${chunk.toString("latin1", 0, 60)}`));
    });
    socket.once("error", reject);
  });
}
