import type { Refusal } from "../../../domain/refusal/refusal.ts";
import { parseHostname } from "../../../domain/client/address.ts";
import { ApiError } from "../../api/client.ts";
import { callPatiently } from "../../api/patient.ts";
import type { Host } from "../../api/types.ts";

export const MAX_LINES = 200;

type LineState =
  | { kind: "open" }
  | { kind: "sending" }
  | { kind: "done"; host: Host }
  | { kind: "failed"; error: unknown }
  /** The line is not a hostname and is not sent. */
  | { kind: "invalid"; reason: Refusal };

export interface Line {
  host: string;
  state: LineState;
}

/** Returns a line for each distinct hostname of a text. A URL counts as its hostname. */
export function parseLines(text: string): Line[] {
  const names = text
    .split(/[\n,;]+/)
    .flatMap((line) => splitLine(line).flatMap((word) => toName(word) || []));
  return [...new Set(names)].map((host) => {
    const parsed = parseHostname(host);
    return {
      host: parsed.ok ? parsed.value : host,
      state: parsed.ok ? { kind: "open" } : { kind: "invalid", reason: parsed.reason },
    };
  });
}

/** A line may have several hostnames. Other words stay together, so that the error shows them as they were written. */
function splitLine(line: string): string[] {
  const words = line.trim().split(/\s+/);
  return words.every((word) => word.includes(".")) ? words : [line];
}

function toName(word: string): string {
  return word
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/.*$/s, "")
    .toLowerCase();
}

/** The number of parallel calls, which mostly wait for the database. */
const LANES = 4;
/** The statuses after which the other lines stay open, because no call arrives. */
const PASSING = [429, 503];

interface Connecting {
  send: (host: string) => Promise<Host>;
  wait: (seconds: number) => Promise<void>;
  onLines: (lines: readonly Line[]) => void;
  isStopped: () => boolean;
}

/**
 * Sends lines that are open or have failed, a few at a time. After too many calls, waits for the time that the API
 * names. Stops if no call arrives; the other lines stay open.
 */
export async function connectHosts(
  lines: readonly Line[],
  { send, wait, onLines, isStopped }: Connecting,
): Promise<Line[]> {
  const now = [...lines];
  const set = (index: number, state: LineState) => {
    now[index] = { host: now[index]?.host ?? "", state };
    onLines([...now]);
  };
  const rest = [...lines.entries()].filter(
    ([, { state }]) => state.kind !== "done" && state.kind !== "invalid",
  );
  let offline: ApiError | null = null;
  const sendRest = async () => {
    for (let next; offline === null && !isStopped() && (next = rest.shift()) !== undefined;) {
      const [index, { host }] = next;
      set(index, { kind: "sending" });
      try {
        set(index, { kind: "done", host: await callPatiently(() => send(host), { passing: PASSING, wait }) });
      } catch (error) {
        const isOffline = error instanceof ApiError && error.status === 0;
        set(index, isOffline ? { kind: "open" } : { kind: "failed", error });
        if (isOffline) offline = error;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, sendRest));
  if (offline !== null) throw offline as ApiError;
  return now;
}
