import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { FakeAccount } from "./account.ts";
import { routes } from "./api-route.ts";
import { toEtag } from "./imports.ts";
import { toResult } from "./page.ts";
import { Refusal } from "./refusal.ts";
import type { Call, Scope } from "./route.ts";

/** The permissions of a token. */
export type Tokens = Record<string, Scope[]>;

export interface ApiServer {
  /** The value for CLOUDFLARE_API_BASE_URL. */
  url: string;
  /** Calls of unknown paths or methods; a test of the deployment must have none. */
  unknown: string[];
  close(): Promise<void>;
}

/** Serves the account on loopback, in the form of Cloudflare's API. */
export async function startApiServer(
  account: FakeAccount,
  tokens: Tokens,
  outside: (request: Request) => Promise<Response>,
): Promise<ApiServer> {
  const unknown: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://api");
    const { method = "GET" } = request;
    const path = url.pathname;
    account.calls.push(`${method} ${path}`);
    try {
      const body = await buffer(request);
      // Static files are uploaded with the token of their session, which their endpoint checks. The address of an
      // import is secret by itself.
      const isOpen = path.endsWith("/workers/assets/upload") || path.includes("/imports/");
      const scopes = isOpen ? [] : requireToken(tokens, request.headers.authorization);
      if (method === "PUT") response.setHeader("ETag", toEtag(body));
      const result = await find({ method, path, url, body, headers: request.headers, scopes });
      // Only the content of an object is no JSON.
      if (result instanceof Uint8Array) return void response.end(result);
      send(response, 200, { success: true, errors: [], messages: [], ...toResult(result) });
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      const { status = 500, code = 0, message } = error as Partial<Refusal> & Error;
      send(response, status, { success: false, errors: [{ code, message }], messages: [], result: null });
    }
  }

  async function find(call: {
    method: string;
    path: string;
    url: URL;
    body: Buffer;
    headers: IncomingMessage["headers"];
    scopes: Scope[];
  }): Promise<unknown> {
    for (const route of routes) {
      const match = route.method === call.method ? route.path.exec(call.path) : null;
      if (match === null) continue;
      if (route.scope !== null && !call.scopes.includes(route.scope)) {
        throw new Refusal(403, 10_000, "Authentication error");
      }
      const { groups = {} } = match;
      if (groups["account"] !== undefined && groups["account"] !== account.id) {
        throw new Refusal(403, 9109, "Unauthorized to access requested resource");
      }
      return await route.answer({ ...call, account, groups, outside } satisfies Call);
    }
    unknown.push(`${call.method} ${call.path}`);
    if (routes.some(({ path }) => path.test(call.path))) {
      throw new Refusal(405, 10_405, "Method not allowed for this authentication scheme");
    }
    throw new Refusal(
      404,
      7003,
      `Could not route to ${call.path}, perhaps your object identifier is invalid?`,
    );
  }

  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/client/v4`,
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function requireToken(tokens: Tokens, authorization = ""): Scope[] {
  const scopes = tokens[authorization.replace(/^Bearer /, "")];
  if (scopes === undefined) throw new Refusal(401, 10_000, "Authentication error");
  return scopes;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}
