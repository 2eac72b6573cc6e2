import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Requests of a server of this machine, and waiting for it. */

const POLL_MS = 100;

export async function until(isMet: () => boolean | Promise<boolean>, deadlineMs: number): Promise<void> {
  const endMs = performance.now() + deadlineMs;
  while (!(await isMet())) {
    if (performance.now() > endMs) throw new Error(`not within ${deadlineMs} ms`);
    await delay(POLL_MS);
  }
}

export function untilNobodyListens(port: number): Promise<void> {
  const isFree = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", () => resolve(true));
      socket.once("connect", () => {
        socket.destroy();
        resolve(false);
      });
    });
  return until(isFree, 90_000);
}

export interface Visit {
  status: number;
  location: string | null;
  body: string;
}

export function request(
  port: number,
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Visit> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, headers: { Host: `${host}:${port}`, ...headers } };
    const sent = httpRequest(options, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => (body += text));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null, body });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
