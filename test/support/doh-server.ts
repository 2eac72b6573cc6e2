import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerFromZone, type DnsQuestion, type DnsZone } from "./dns-zone.ts";

/** A DNS-over-HTTPS server (JSON form) on loopback, without the TLS. */
export interface DohServer {
  /** The value of the variable DOH_URL. */
  url: string;
  /** May be changed while it runs. */
  zone: DnsZone;
  questions: DnsQuestion[];
  close(): Promise<void>;
}

export async function startDohServer(zone: DnsZone = {}): Promise<DohServer> {
  const questions: DnsQuestion[] = [];
  const state = { zone };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const question = { name: searchParams.get("name") ?? "", type: searchParams.get("type") ?? "" };
    questions.push(question);
    const answer = answerFromZone(state.zone, question);
    // A hanging request is ended by its client.
    if (answer === null) return;
    response.writeHead(answer.httpStatus, { "Content-Type": "application/dns-json" });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/dns-query`,
    questions,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
