import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SaasZone } from "./saas-zone.ts";

/** A server on loopback that speaks the API for custom hostnames. */
export interface SaasServer {
  /** The value of the variable CLOUDFLARE_API_URL. */
  url: string;
  zone: SaasZone;
  close(): Promise<void>;
}

export async function startSaasServer(): Promise<SaasServer> {
  const zone = new SaasZone();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      const answer = zone.answer({
        method: request.method ?? "",
        url: new URL(request.url ?? "/", "http://localhost"),
        authorization: request.headers.authorization ?? null,
        body: text === "" ? null : (JSON.parse(text) as unknown),
      });
      // A hanging request is ended by its client.
      if (answer === "hangs") return;
      const [status, body] =
        answer === "hangs in the body" ? [200, '{"success":'] : [answer.status, answer.body];
      response.writeHead(status, { "Content-Type": "application/json" });
      response.write(body);
      if (answer !== "hangs in the body") response.end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/client/v4`,
    zone,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
