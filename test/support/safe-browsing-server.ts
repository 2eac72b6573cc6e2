import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SafeBrowsingService } from "./safe-browsing.ts";

/** A server on loopback that speaks `threatMatches:find`. */
export interface SafeBrowsingServer {
  /** The value of the variable SAFE_BROWSING_URL. */
  url: string;
  service: SafeBrowsingService;
  /** While it is true, connections are taken and never answered. */
  hangs: boolean;
  close(): Promise<void>;
}

export async function startSafeBrowsingServer(): Promise<SafeBrowsingServer> {
  const service = new SafeBrowsingService();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      if (started.hangs) return;
      const url = new URL(request.url ?? "/", "http://localhost");
      const { status, body } = service.answer(request.method ?? "", url, text);
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const started: SafeBrowsingServer = {
    url: `http://127.0.0.1:${port}/v4/threatMatches:find`,
    service,
    hangs: false,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return started;
}
