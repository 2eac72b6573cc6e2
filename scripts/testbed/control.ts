import { request as httpRequest } from "node:http";
import { LEASE_MS } from "../../src/storage/projection/outbox.ts";
import { CONTROL_HOST, type FaultCounts, type Faults } from "./fault.ts";

/** The control path of the worker for tests that break it (entry/breakable-worker.ts). */
export interface Control {
  /** Has bindings fail from now on; what was ordered before is over, and what hung goes on. */
  breakBindings(faults: Faults): Promise<void>;
  mend(): Promise<void>;
  /** How often bindings failed since the last order. */
  countFaults(): Promise<FaultCounts>;
  /**
   * Empties the memory of the isolate. What puts a snapshot later fills it again: order writes of the
   * store to fail beforehand where a test relies on what is not known.
   */
  forget(): Promise<void>;
  /** Lists what does not agree in the stores; of snapshots, those of later commits than `afterSeq`. */
  audit(afterSeq?: number): Promise<string[]>;
  /** Returns the values of the store by key, for keys that begin with `prefix`. */
  stored(prefix?: string): Promise<Record<string, string>>;
  /** The number of the last commit. */
  lastSeq(): Promise<number>;
  /** Fires the cron trigger as if it were so much later; by default when every note is old enough to be swept. */
  sweep(laterMs?: number): Promise<void>;
}

/** By then the leases of all notes are over. */
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

/** A POST where there is a body. Fetch would not let the hostname be another than the address. */
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
