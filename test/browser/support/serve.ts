import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Served {
  port: number;
  close(): Promise<void>;
}

/** A server on a free port of this machine, reachable as 127.0.0.1 and as localhost: two sites to a browser. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  server.listen(0);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
