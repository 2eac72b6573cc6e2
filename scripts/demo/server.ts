import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../support/project.ts";
import { send as sendTo, type Received } from "../support/send.ts";
import { listDemo } from "./listing.ts";
import { demoPage, echoPage, type VisitedEntry } from "./page.ts";

/** The pages of `npm start` that the Worker has no part in: the list of the demo, its destinations, the docs. */
export interface DemoServer {
  /** `http://localhost:<port>`. */
  origin: string;
  close(): void;
}

/**
 * Serves the pages of the demo on the loopback interface only.
 * @param port the port of the worker; the pages use that port plus 1,000, or a free one if that is taken
 */
export async function startDemoServer(port: number): Promise<DemoServer> {
  const server = createServer((request, response) => {
    answer(request, response, port).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ port: wanted, host: "127.0.0.1", exclusive: true }, () => {
        server.off("error", reject);
        resolve();
      });
    });
  const wanted = port + 1000 > 65_535 ? port - 1000 : port + 1000;
  await listen(wanted).catch(() => listen(0));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const DOCUMENT = /^\/(README\.md|[A-Z]+\.md|docs\/[a-z-]+\.md)$/;

async function answer(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const { url = "/", method = "GET", headers } = request;
  const { pathname } = new URL(url, "http://localhost");
  const document = DOCUMENT.exec(pathname)?.[1];
  const text = document && (await readFile(join(PROJECT_FOLDER, document), "utf8").catch(() => undefined));
  if (text !== undefined) return send(response, "text/plain", text);
  if (pathname === "/") {
    const admin = `http://localhost:${port}/`;
    return send(response, "text/html", demoPage(await visitAll(port), admin));
  }
  const arrived = new URL(url, `http://${headers.host ?? "localhost"}`);
  const shown = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    SHOWN_HEADERS.includes(name) ? [[name, String(value)]] : [],
  );
  return send(response, "text/html", echoPage({ method, url: arrived.href, headers: shown }));
}

const SHOWN_HEADERS = ["referer", "user-agent", "accept-language"];

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, {
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(text);
}

const DEADLINE_MS = 10_000;

async function visitAll(port: number): Promise<VisitedEntry[]> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  return Promise.all(
    listDemo(port).map(async (entry) => ({
      ...entry,
      answer: await visitLocally(entry.url, signal).catch(() => null),
    })),
  );
}

/**
 * Visits a URL of the local worker without following a redirect. HEAD counts no click. Names below .localhost are not
 * resolved, because some resolvers do not know them.
 */
function visitLocally(url: string, signal: AbortSignal): Promise<Received> {
  const { host, port, pathname, search } = new URL(url);
  return sendTo(Number(port), { host, path: pathname + search, method: "HEAD", signal });
}
