import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { CommandError } from "../../../../support/command.ts";

/** Visits at a steady pace, whether the answers come in time or not. */

const EVERY_MS = 100;

/** The milliseconds that visits waited. */
export interface Latency {
  visits: number;
  median: number;
  /** One of a hundred visits waited longer. */
  p99: number;
}

interface Target {
  port: number;
  host: string;
  /** The paths of records, asked in turn. */
  paths: string[];
  /** The beginning of each `Location`. */
  destination: string;
}

export async function visitUntil(target: Target, signal: AbortSignal): Promise<Latency> {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  const open = new Set<Promise<void>>();
  const failures: string[] = [];
  const startMs = performance.now();
  for (let index = 0; !signal.aborted; index++) {
    const path = target.paths[index % target.paths.length] ?? "/";
    const visit = visitOnce(target, path, agent).then(
      (milliseconds) => void waits.push(milliseconds),
      (error: unknown) => void failures.push(String(error)),
    );
    open.add(visit);
    void visit.then(() => open.delete(visit));
    await delay(Math.max(0, startMs + (index + 1) * EVERY_MS - performance.now()));
  }
  await Promise.all(open);
  agent.destroy();
  if (failures.length > 0) throw new CommandError(`${failures.length} visits failed: ${failures[0]}`);
  return toLatency(waits);
}

function visitOnce({ port, host, destination }: Target, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    // Not fetch, which sends no other `Host` than that of the address.
    const request = get({ port, host: "127.0.0.1", path, agent, headers: { Host: host } }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        const isRight = response.headers.location?.startsWith(destination) === true;
        if (isRight) resolve(performance.now() - startMs);
        else reject(new Error(`${host}${path} answered ${response.statusCode}`));
      });
    });
    request.on("error", reject);
  });
}

function toLatency(waits: number[]): Latency {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { visits: sorted.length, median: at(0.5), p99: at(0.99) };
}
