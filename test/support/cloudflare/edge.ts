import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { SecureContext } from "node:tls";
import type { FakeAccount, Script } from "./account.ts";
import { FakeCertificates } from "./certificate.ts";
import type { FakeZone } from "./zone.ts";

/** The services that visitors of the fake platform reach: hostnames of Workers, and DNS over HTTPS. */

/** Returns what a hostname of the fake internet answers. */
export async function visitEdge(account: FakeAccount, request: Request): Promise<Response> {
  const { hostname } = new URL(request.url);
  if (hostname === "cloudflare-dns.com") return answerDns(account, new URL(request.url));
  const script = findScript(account, hostname);
  if (script?.upload == null) return new Response("error code: 522", { status: 522 });
  const headers = new Headers(request.headers);
  headers.set("CF-Connecting-IP", "192.0.2.7");
  headers.set("CF-IPCountry", "DE");
  const { method, url } = request;
  const body = method === "GET" || method === "HEAD" ? {} : { body: await request.arrayBuffer() };
  // A request of the Worker itself has a class of the runtime's, which no other request can be made of.
  const visit = new Request(url, { method, headers, redirect: "manual", ...body });
  const answer = await script.runs.fetch(visit);
  return (await account.tamper?.(request, answer)) ?? answer;
}

function findScript(account: FakeAccount, hostname: string): Script | undefined {
  const suffix = `.${account.subdomain}.workers.dev`;
  if (hostname.endsWith(suffix)) {
    const script = account.scripts.get(hostname.slice(0, -suffix.length));
    return script?.isOnWorkersDev ? script : undefined;
  }
  const domain = account.domains.get(hostname);
  if (domain !== undefined) return account.scripts.get(domain.service);
  const saas = account.zones.find((one) => one.hasCustomHostname(hostname));
  if (saas !== undefined) return routedTo(account, saas, hostname);
  const zone = account.zones.find((one) => one.has(hostname));
  if (!zone?.recordsOf(hostname).some(({ proxied }) => proxied)) return undefined;
  return routedTo(account, zone, hostname);
}

function routedTo(account: FakeAccount, zone: FakeZone, hostname: string): Script | undefined {
  const found = zone.routes.find(({ pattern }) => matches(pattern, hostname));
  return found?.script == null ? undefined : account.scripts.get(found.script);
}

function matches(pattern: string, hostname: string): boolean {
  const [host = ""] = pattern.split("/");
  return host === "*" || host === hostname || (host.startsWith("*.") && hostname.endsWith(host.slice(1)));
}

function answerDns(account: FakeAccount, url: URL): Response {
  const name = url.searchParams.get("name") ?? "";
  const type = url.searchParams.get("type") ?? "A";
  const zone = account.zones.find((one) => one.has(name));
  const records = zone?.recordsOf(name) ?? [];
  const isOurs = records.length > 0 || name.endsWith(`.${account.subdomain}.workers.dev`);
  const addresses: Record<string, [number, string]> = { A: [1, "104.21.33.44"], AAAA: [28, "2606:4700::1"] };
  const [number, data] = addresses[type] ?? [0, ""];
  const answer = isOurs && number > 0 ? [{ name, type: number, TTL: 300, data }] : [];
  return Response.json(
    { Status: isOurs ? 0 : 3, Question: [{ name, type: number }], Answer: answer },
    { headers: { "Content-Type": "application/dns-json" } },
  );
}

export interface Edge {
  /** The value for HTTPS_PROXY. */
  proxyUrl: string;
  certificates: FakeCertificates;
  close(): Promise<void>;
}

/** Starts a proxy that leads every https connection to the fake platform, whatever the hostname. */
export async function startEdge(account: FakeAccount): Promise<Edge> {
  const certificates = new FakeCertificates();
  const options = {
    SNICallback: (name: string, done: (error: null, context: SecureContext) => void) =>
      done(null, certificates.contextFor(name)),
  };
  const tls = createTlsServer(options, (request, response) => void serve(request, response));
  const proxy = createHttpServer((_, response) => response.writeHead(501).end());

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers, url = "/" } = request;
    const body = await buffer(request);
    const visit = new Request(`https://${headers.host}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      redirect: "manual",
    });
    const answer = await visitEdge(account, visit);
    response.writeHead(answer.status, [...answer.headers].flat());
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  await listen(tls);
  proxy.on("connect", (_, client) => {
    const { port } = tls.address() as AddressInfo;
    const server = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      server.pipe(client).pipe(server);
    });
    server.on("error", () => client.destroy());
    client.on("error", () => server.destroy());
    // One end can be gone while the other one still waits, and the proxy could not close.
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
  });
  await listen(proxy);
  return {
    certificates,
    proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      tls.closeAllConnections();
      proxy.closeAllConnections();
      await Promise.all([tls, proxy].map((one) => new Promise((resolve) => one.close(resolve))));
      certificates.remove();
    },
  };
}

async function listen(server: {
  listen(port: number, host: string, done: () => void): unknown;
}): Promise<void> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
}
