import { LEASE_MS } from "../../../src/storage/projection/outbox.ts";
import { send } from "../../support/send.ts";
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
  /**
   * Lists the inconsistencies between the stores; for snapshots, only of commits after `afterSeq`.
   * @param database the binding of a further database
   */
  audit(afterSeq?: number, database?: string): Promise<string[]>;
  /** Returns the values of the store by key, for keys that begin with `prefix`. */
  stored(prefix?: string): Promise<Record<string, string>>;
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
  const ask = (path: string, body?: unknown) => askControl(port, path, body);
  return {
    breakBindings: async (faults) => void (await ask("/faults", faults)),
    mend: async () => void (await ask("/faults", {})),
    countFaults: async () => (await ask("/fault-counts")) as FaultCounts,
    forget: async () => void (await ask("/forget")),
    audit: async (afterSeq = 0, database = "DB") =>
      (await ask(`/audit?after=${afterSeq}&database=${database}`)) as string[],
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

/** Sends a POST if there is a body. */
async function askControl(port: number, path: string, body?: unknown): Promise<unknown> {
  const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const { status, body: text } = await send(port, { host: CONTROL_HOST, path, ...posted });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text) as unknown;
}
