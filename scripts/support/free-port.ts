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
export function requireFreePort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "is in use" : `cannot be used (${error.message})`;
      reject(new CommandError(`Port ${port} ${reason}. PORT chooses another: PORT=${port + 1} npm start`));
    });
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** A port of this machine on which nothing listens now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
