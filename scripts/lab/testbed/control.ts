import { request as httpRequest } from "node:http";
import { LEASE_MS } from "../../../src/storage/projection/outbox.ts";
import { CONTROL_HOST, type FaultCounts, type Faults } from "./fault.ts";

/** The control path of the worker for tests that break it (entry/breakable-worker.ts). */
export interface Control {
  /** Makes bindings fail from now on. It replaces the previous order; operations that hang continue to hang. */
  breakBindings(faults: Faults): Promise<void>;
  mend(): Promise<void>;
  /** The number of failures of each binding since the last order. */
  countFaults(): Promise<FaultCounts>;
  /**
   * Empties the memory of the isolate. A later put of a snapshot fills it again, so make writes of KV fail first if a
   * test relies on an empty memory.
   */
  forget(): Promise<void>;
  /** Lists the inconsistencies between the stores; for snapshots, only of commits after `afterSeq`. */
  audit(afterSeq?: number): Promise<string[]>;
  /** Returns the values of the store by key, for keys that begin with `prefix`. */
  stored(prefix?: string): Promise<Record<string, string>>;
  /** The number of the last commit. */
  lastSeq(): Promise<number>;
  /**
   * Fires the cron trigger as if a time had passed; by default enough time that every note is old enough for the
   * sweep.
   */
  sweep(laterMs?: number): Promise<void>;
}

/** The time after which the leases of all notes have expired. */
export const SWEEP_LATER_MS = LEASE_MS + 1_000;

export function controlOf(port: number): Control {
  const ask = (path: string, body?: unknown) => askHost(port, CONTROL_HOST, path, body);
  return {
    breakBindings: async (faults) => void (await ask("/faults", faults)),
    mend: async () => void (await ask("/faults", {})),
    countFaults: async () => (await ask("/fault-counts")) as FaultCounts,
    forget: async () => void (await ask("/forget")),
    audit: async (afterSeq = 0) => (await ask(`/audit?after=${afterSeq}`)) as string[],
    stored: async (prefix = "") =>
      (await ask(`/stored?prefix=${encodeURIComponent(prefix)}`)) as Record<string, string>,
    lastSeq: async () => (await ask("/last-seq")) as number,
    sweep: (laterMs = SWEEP_LATER_MS) => fireCron(port, laterMs),
  };
}

/** @throws if it is not answered 200 */
export async function fireCron(port: number, laterMs = 0): Promise<void> {
  const time = Date.now() + laterMs;
  const path = `/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=${time}`;
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`the cron trigger failed: ${response.status} ${text}`);
}

/** Sends a POST if there is a body. It does not use fetch, which does not allow a `Host` other than the address. */
function askHost(port: number, host: string, path: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const options = { host: "127.0.0.1", port, method, path, headers: { Host: host } };
    const request = httpRequest(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        if (response.statusCode === 200) resolve(JSON.parse(text) as unknown);
        else reject(new Error(`${path}: ${response.statusCode} ${text}`));
      });
    });
    request.on("error", reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
