import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { readUntil } from "../../scripts/lab/testbed/until.ts";

/** Sends requests to a server of this machine, and waits for its end. */

export async function untilNobodyListens(port: number): Promise<void> {
  const isFree = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", () => resolve(true));
      socket.once("connect", () => {
        socket.destroy();
        resolve(false);
      });
    });
  await readUntil(isFree, Boolean);
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
