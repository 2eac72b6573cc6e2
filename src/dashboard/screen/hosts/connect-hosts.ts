import { parseHostname } from "../../../domain/hostname.ts";
import { ApiError } from "../../api/client.ts";
import type { Host } from "../../api/types.ts";

/** Connects hostnames one after the other; one that fails does not stop the others. */

export const MAX_LINES = 200;

export type LineState =
  | { kind: "open" }
  | { kind: "sending" }
  | { kind: "done"; host: Host }
  | { kind: "failed"; error: unknown }
  /** No hostname: nothing is sent. */
  | { kind: "invalid"; reason: string };

export interface Line {
  host: string;
  state: LineState;
}

/** Returns a line for each hostname of a text, each once. A URL stands for its hostname. */
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

/** Several hostnames may stand in a line; words that are none stay together, to be named as they were written. */
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

const MAX_ATTEMPTS = 5;

interface Connecting {
  send: (host: string) => Promise<Host>;
  wait: (seconds: number) => Promise<void>;
  /** Is told of each line that changes. */
  onLines: (lines: readonly Line[]) => void;
  isStopped: () => boolean;
}

/**
 * Sends the lines that are open or have failed. Waits as long as the API says when there were too many calls, and
 * stops where no call arrives at all: what is left stays open.
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
  for (const [index, { host, state }] of lines.entries()) {
    if (state.kind === "done" || state.kind === "invalid") continue;
    if (isStopped()) break;
    set(index, { kind: "sending" });
    try {
      set(index, { kind: "done", host: await sendPatiently(host, send, wait) });
    } catch (error) {
      const isOffline = error instanceof ApiError && error.status === 0;
      set(index, isOffline ? { kind: "open" } : { kind: "failed", error });
      if (isOffline) throw error;
    }
  }
  return now;
}

async function sendPatiently(
  host: string,
  send: Connecting["send"],
  wait: Connecting["wait"],
): Promise<Host> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(host);
    } catch (error) {
      const isPassing = error instanceof ApiError && [429, 503].includes(error.status);
      if (!isPassing || attempt === MAX_ATTEMPTS) throw error;
      await wait(error.retryAfterSeconds ?? 2 ** attempt);
    }
  }
}
