import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Row {
  url?: string;
  host?: string;
  alias?: string;
  destination: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface BulkApi {
  /** The address that ends in `/v1`. */
  api: string;
  /** The rows of every call that was let in, in their order. */
  calls: Row[][];
  /** What the next calls get instead of an answer of their own; null lets one through. */
  answers: (Answer | null)[];
  /** What the next calls of `GET /projection` tell to be behind; the last one goes on being told. */
  behind: number[];
  close: () => Promise<void>;
}

export const token = "sp_test";

/**
 * A stand-in for the service over a socket: keeps rows by their source, refuses a wrong token, and
 * fails every row whose host is `unconnected.example`. Nothing is behind unless it is told so.
 */
export async function startBulkApi(): Promise<BulkApi> {
  const stored = new Map<string, string>();
  const calls: Row[][] = [];
  const answers: (Answer | null)[] = [];

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { status, headers, body: answer } = answers.shift() ?? toAnswer(request, body);
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? {}));
  });

  function toAnswer(request: IncomingMessage, body: string): Answer {
    if (request.headers.authorization !== `Bearer ${token}`) {
      return { status: 401, body: { message: "Unauthenticated." } };
    }
    if (request.method === "GET" && request.url === "/v1/projection") {
      const { behind } = bulkApi;
      const next = behind.length > 1 ? behind.shift() : behind[0];
      return { status: 200, body: { behind: next, oldest_seconds: 1 } };
    }
    if (request.method !== "POST" || request.url !== "/v1/bulk/import") return { status: 404 };
    if (request.headers["content-type"] !== "application/json") return { status: 415 };

    const { mode, rows } = JSON.parse(body) as { mode: string; rows: Row[] };
    calls.push(rows);
    return { status: 200, body: { data: rows.map((row, index) => store(row, index, mode)) } };
  }

  function store(row: Row, index: number, mode: string) {
    const source = row.url ?? `${row.host}/${row.alias}`;
    const field = row.url === undefined ? "host" : "url";
    const fail = (reason: string) => ({
      row: index,
      result: "failed",
      id: null,
      errors: { [field]: [reason] },
    });
    if (source.startsWith("unconnected.example")) return fail("This host is not connected.");
    const before = stored.get(source);
    const after = JSON.stringify(row);
    if (before !== undefined && mode === "create") return fail("This source is taken.");
    stored.set(source, after);
    const result = before === undefined ? "created" : before === after ? "unchanged" : "updated";
    return { row: index, result, id: source };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const bulkApi: BulkApi = {
    api: `http://127.0.0.1:${port}/v1`,
    calls,
    answers,
    behind: [0],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return bulkApi;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
