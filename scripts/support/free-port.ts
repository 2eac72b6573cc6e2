import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { CommandError, UsageError } from "./command.ts";

/** The variable PORT. Throws UsageError. */
export function parsePort(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === "") return otherwise;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new UsageError(`PORT is a number from 1 to 65535, not ${text}`);
}

/** Throws CommandError if another program listens on the port. */
export async function requireFreePort(port: number): Promise<void> {
  const error = await findListenError(port);
  if (error === null) return;
  const reason = error.code === "EADDRINUSE" ? "is in use" : `cannot be used (${error.message})`;
  throw new CommandError(`Port ${port} ${reason}. PORT chooses another: PORT=${port + 1} npm start`);
}

/**
 * Ports outside the ephemeral range of every system, so that a free port stays free until it is used, even if other
 * programs ask the system for any port. Who finds one also listens on the port that is PORTS above it, which nobody
 * else then can.
 */
const FIRST_PORT = 20_000;
const PORTS = 6_000;

/** Finds a free port of this machine outside the ephemeral range, which no other process finds while this one lives. */
export async function findFreePort(): Promise<number> {
  const port = FIRST_PORT + randomInt(PORTS);
  const held = await listen(port + PORTS).catch(() => null);
  held?.unref();
  return held !== null && (await findListenError(port)) === null ? port : findFreePort();
}

/** Returns why no program can listen on the port now; null if it is free. */
async function findListenError(port: number): Promise<NodeJS.ErrnoException | null> {
  try {
    const probe = await listen(port);
    probe.close();
    await once(probe, "close");
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.listen({ port, host: "127.0.0.1", exclusive: true });
  await once(server, "listening");
  return server;
}
