import { randomInt } from "node:crypto";
import { createServer } from "node:net";
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
 * programs ask the system for any port.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Finds a free port of this machine outside the ephemeral range. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, LAST_PORT);
  return (await findListenError(port)) === null ? port : findFreePort();
}

/** Returns why no program can listen on the port now; null if it is free. */
function findListenError(port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(null)));
  });
}
