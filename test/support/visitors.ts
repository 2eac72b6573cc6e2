import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Visitors of a running worker: on each of so many connections one visit after the other. */
export interface Visitors {
  port: number;
  /** Visited in turn. */
  targets: Target[];
  connections: number;
  /** Between two visits of a connection. */
  pauseMs?: number;
  /** The number of the first visit; each visit has its number in its user agent. */
  first: number;
  count: number;
  /** Called with how many were answered so far. */
  onAnswer?(answered: number): void;
}

interface Target {
  host: string;
  path: string;
  /** Where it has to lead to; anywhere, if absent. */
  location?: string;
}

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0 visit/";

/** The number of a visit, from its user agent. */
export function visitNumberOf(userAgent: string): number {
  return Number(userAgent.slice(BROWSER.length));
}

/**
 * Sends visits, each of which must be answered by a redirect.
 * @returns the numbers of those that were; a connection that breaks ends its part
 */
export async function sendVisits({
  port,
  targets,
  connections,
  first,
  count,
  pauseMs,
  onAnswer,
}: Visitors): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answered: number[] = [];
  let next = first;
  const visitInTurn = async () => {
    while (next < first + count) {
      const number = next++;
      const target = targets[number % targets.length];
      const answer = target && (await visit(agent, port, target, `${BROWSER}${number}`));
      if (!answer) return;
      const { status, location } = answer;
      const isRight = status === 302 && (target.location ?? location) === location;
      if (!isRight) throw new Error(`visit ${number} of ${target.path} was answered ${status} ${location}`);
      answered.push(number);
      onAnswer?.(answered.length);
      if (pauseMs !== undefined) await delay(pauseMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, visitInTurn));
  } finally {
    agent.destroy();
  }
  return answered;
}

/** The answer, or null where the connection broke. */
function visit(
  agent: Agent,
  port: number,
  { host, path }: Target,
  userAgent: string,
): Promise<{ status: number | undefined; location: string | undefined } | null> {
  return new Promise((resolve) => {
    const headers = { Host: host, "User-Agent": userAgent };
    const sent = request({ agent, host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve({ status: response.statusCode, location: response.headers.location }));
      response.on("error", () => resolve(null));
    });
    sent.on("error", () => resolve(null));
    sent.end();
  });
}
