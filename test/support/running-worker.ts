import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve as resolvePath } from "node:path";
import { connect as connectTls } from "node:tls";
import { createTestHarness, unstable_splitSqlQuery, type TestHarness } from "wrangler";
import type { Env } from "../../src/env.ts";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { putMarker } from "../../src/storage/projection/marker.ts";
import { fireCron } from "../../scripts/lab/testbed/control.ts";
import { buildWorker } from "../../scripts/worker/build.ts";
import { LIMITS_HOST } from "./limits-host.ts";

/** The whole worker, as it would be deployed, behind a real socket. */
export interface RunningWorker {
  port: number;
  token: string;
  /** Calls the API as the owner of a fresh workspace. */
  // Bodies are whatever the API says: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: string, path: string, body?: unknown, token?: string): Promise<{ status: number; body: any }>;
  /** One visit; the path is sent byte by byte as it is given (latin1). */
  visit(host: string, target: string, method?: string, headers?: string[]): Promise<RawAnswer>;
  /** Fires the cron trigger. */
  cron(): Promise<void>;
  /** The worker's own database and snapshots. */
  db: D1Database;
  store: KVNamespace;
  /** Ends the object that counts wrong passwords of a record, or its visitors; what it stored stays. */
  evictCounter(recordId: string, binding?: "ATTEMPTS" | "LIMITS"): Promise<void>;
  /** Sends a request to the second isolate, where there is one. */
  askTwin: TestHarness["fetch"];
  /** Returns which limits of the platform were exceeded since it was last asked. */
  takeExceeded(): Promise<string[]>;
  /** Throws if a limit of the platform was exceeded, even if the Worker has caught the error. */
  close(): Promise<void>;
}

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

export interface WorkerOptions {
  vars?: Record<string, string>;
  /** Another entry module than the worker as it is deployed. */
  main?: string;
  /** Files that modules are imported from, by what the entry module calls them. */
  alias?: Record<string, string>;
  /** The folder of the migrations that the database starts with. */
  migrations?: string;
  /** Says whether its socket speaks TLS, with a certificate that nobody has signed. */
  isSecure?: boolean;
  /** Says whether a second isolate runs on the same stores and objects, with its own memory. */
  hasTwin?: boolean;
  /** Says whether KV has its marker, as after the first minute of an installation; true by default. */
  hasMarker?: boolean;
}

export async function startWorker({
  vars = {},
  main,
  alias = {},
  migrations = MIGRATIONS,
  hasMarker = true,
  hasTwin = false,
  isSecure = false,
}: WorkerOptions = {}): Promise<RunningWorker> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-worker-"));
  const configPath = await writeConfig(folder, { main, alias, isSecure });
  const settings = {
    secrets: { SIGNING_KEY: "a signing key for tests, long enough" },
    vars: { BCRYPT_COST: "4", HOSTNAME_PROOF: "off", ...vars },
  };
  const workers = [{ configPath, ...settings }];
  if (hasTwin) workers.push({ configPath: await writeTwin(folder, configPath), ...settings });
  const harness = createTestHarness({ workers });
  const { url } = await harness.listen();
  const port = Number(url.port);
  const handle = harness.getWorker<Env & Record<string, unknown>>();
  const { DB, SNAPSHOTS } = (await handle.getEnv()) as Env;
  await migrate(DB, migrations);
  if (hasMarker) await putMarker(SNAPSHOTS);
  const { token, statements } = await newWorkspace({
    name: "Test",
    plan: "enterprise",
    role: "owner",
    nowMs: Date.now(),
  });
  await DB.batch(statements.map(({ sql, parameters }) => DB.prepare(sql).bind(...parameters)));
  const names = hasTwin ? [undefined, TWIN] : [undefined];
  const takeExceeded = async () => {
    const answers = names.map((name) => harness.getWorker(name).fetch(`http://${LIMITS_HOST}/`));
    const lists = (await Promise.all(answers)).map((answer) => answer.json() as Promise<string[]>);
    return (await Promise.all(lists)).flat();
  };
  return {
    port,
    token,
    takeExceeded,
    call: (method, path, body, ofToken = token) => callApi({ port, isSecure }, ofToken, method, path, body),
    visit: (host, target, method = "GET", headers = []) =>
      sendRaw(
        port,
        [`${method} ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers, "", ""],
        isSecure,
      ),
    cron: () => fireCron(port),
    db: DB,
    store: SNAPSHOTS,
    evictCounter: (recordId, binding = "ATTEMPTS") => handle.evictDurableObject(binding, { name: recordId }),
    askTwin: (...request) => harness.getWorker(TWIN).fetch(...request),
    async close() {
      const exceeded = await takeExceeded();
      await harness.close();
      await rm(folder, { recursive: true, force: true });
      if (exceeded.length > 0) throw new Error(`Exceeded: ${[...new Set(exceeded)].join("; ")}`);
    },
  };
}

/** Writes the settings of the worker with the limits of the platform, for any entry module, with or without TLS. */
async function writeConfig(
  folder: string,
  {
    main,
    alias,
    isSecure,
  }: { main: string | undefined } & Pick<Required<WorkerOptions>, "alias" | "isSecure">,
): Promise<string> {
  const path = join(folder, "wrangler.toml");
  const config = await readFile("wrangler.toml", "utf8");
  const tested = resolvePath(main ?? process.env["TESTED_WORKER"] ?? (await buildWorker()));
  const aliases = Object.entries({ ...alias, "tested-worker": tested }).map((entry) =>
    entry.map((text) => JSON.stringify(text)).join(" = "),
  );
  const moved = config
    .replace(/^main = .*$/m, `main = ${JSON.stringify(resolvePath("test/support/limited-worker.ts"))}`)
    .replace(/^compatibility_flags = \[/m, '$&"nodejs_als", ')
    .replaceAll('"./', `"${process.cwd()}/`);
  // A table stands in a file once.
  const text = moved.includes("\n[alias]\n") ? moved : `${moved}\n[alias]\n`;
  const tls = isSecure ? '\n[dev]\nlocal_protocol = "https"\n' : "";
  await writeFile(path, text.replace("\n[alias]\n", `\n[alias]\n${aliases.join("\n")}\n`) + tls);
  return path;
}

const TWIN = "signpost-twin";

/** The settings of a second isolate: the objects are those of the first, which alone takes messages. */
async function writeTwin(folder: string, configPath: string): Promise<string> {
  const path = join(folder, "twin.toml");
  const config = await readFile(configPath, "utf8");
  const text = config
    .replace('name = "signpost"', `name = "${TWIN}"`)
    .replaceAll(/^class_name = .*$/gm, '$&\nscript_name = "signpost"')
    .replaceAll(/^\[\[(?:migrations|queues\.consumers)\]\]\n(?:[^\n[].*\n)*/gm, "");
  await writeFile(path, text);
  return path;
}

/** The folder of this version's migrations. */
export const MIGRATIONS = "migrations";

/** Applies the migrations of a folder, each in one transaction; those of `done` are there already. */
export async function migrate(db: D1Database, folder: string, done: string[] = []): Promise<void> {
  const files = (await readdir(folder)).filter((file) => !done.includes(file));
  for (const file of files.toSorted()) {
    const sql = await readFile(join(folder, file), "utf8");
    await db.batch(unstable_splitSqlQuery(sql).map((statement) => db.prepare(statement)));
  }
}

function callApi(
  { port, isSecure }: { port: number; isSecure: boolean },
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const isText = typeof body === "string";
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(
      {
        host: "127.0.0.1",
        rejectUnauthorized: false,
        port,
        method,
        path: `/v1${path}`,
        headers: {
          Host: `localhost:${port}`,
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { "Content-Type": isText ? "text/html" : "application/json" }),
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }),
        );
      },
    );
    request.on("error", reject);
    request.end(isText ? body : body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends lines over a socket of its own and reads until the other side closes it. */
export function sendRaw(port: number, lines: string[], isSecure = false): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const options = { port, host: "127.0.0.1", rejectUnauthorized: false };
    const write = () => socket.write(Buffer.from(lines.join("\r\n"), "latin1"));
    const socket = isSecure ? connectTls(options, write) : connect(options, write);
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => resolve(parseAnswer(Buffer.concat(chunks).toString("latin1"))));
    socket.on("error", reject);
  });
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [head, rest] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 4)];
  const [statusLine = "", ...headerLines] = head.split("\r\n");
  const headers = headerLines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const fields = new Map(headers);
  const body = fields.get("transfer-encoding") === "chunked" ? joinChunks(rest) : rest;
  return { status: Number(statusLine.split(" ")[1]), headers: fields, body };
}

/** A server cuts a long body wherever it likes. */
function joinChunks(text: string): string {
  let body = "";
  for (let at = 0; ;) {
    const line = text.indexOf("\r\n", at);
    const size = Number.parseInt(text.slice(at, line), 16);
    if (line < 0 || !(size > 0)) return body;
    body += text.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}
