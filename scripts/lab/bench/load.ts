import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";

/**
 * The load generator, in a separate process: a closed loop over keep-alive connections, each sending its next request
 * when the answer to the last one is complete. Reads one job as JSON, writes one result as JSON.
 */

export interface LoadJob {
  port: number;
  host: string;
  connections: number;
  requests: number;
  /** The number of requests of earlier jobs, whose paths come first. */
  skipped: number;
  /** Paths, taken in turn from a start of each connection's own. */
  paths: string[];
  headers: string[];
}

export interface LoadResult {
  /** Milliseconds from the first request to the last answer. */
  elapsedMs: number;
  /** Microseconds, the median of all requests. */
  latencyUs: number;
  statuses: Record<string, number>;
}

const job = (await json(process.stdin)) as LoadJob;
const statuses: Record<string, number> = {};
const latencies = new Float64Array(job.requests);
let sent = 0;
let done = 0;

const wire = job.paths.map((path) =>
  Buffer.from([`GET ${path} HTTP/1.1`, `Host: ${job.host}`, ...job.headers, "", ""].join("\r\n")),
);

const sockets = await Promise.all(Array.from({ length: job.connections }, open));
const startMs = performance.now();
await Promise.all(sockets.map((socket, index) => drive(socket, index)));
const elapsedMs = performance.now() - startMs;
for (const socket of sockets) socket.destroy();
const sorted = latencies.toSorted();
const result: LoadResult = { elapsedMs, latencyUs: 1000 * (sorted[sorted.length >> 1] ?? 0), statuses };
process.stdout.write(JSON.stringify(result));

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: job.port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

function drive(socket: Socket, index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = Math.floor((index * wire.length + job.skipped) / job.connections) % wire.length;
    let sentMs = 0;
    let pending = "";
    const send = () => {
      if (sent === job.requests) return resolve();
      sent++;
      next = (next + 1) % wire.length;
      sentMs = performance.now();
      socket.write(wire[next] ?? "");
    };
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the connection was closed")));
    socket.on("data", (chunk) => {
      pending += chunk.toString("latin1");
      const end = endOfAnswer(pending);
      if (end < 0) return;
      latencies[done++] = performance.now() - sentMs;
      const status = pending.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      pending = pending.slice(end);
      send();
    });
    send();
  });
}

/** Returns the end of the first answer in a text; -1 while it is incomplete. */
function endOfAnswer(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return -1;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2));
  if (length !== null) {
    const end = head + 4 + Number(length[1]);
    return text.length >= end ? end : -1;
  }
  const last = text.indexOf("\r\n0\r\n\r\n", head);
  return last < 0 ? -1 : last + 7;
}
