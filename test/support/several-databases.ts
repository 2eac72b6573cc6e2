import { applyD1Migrations, createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { namedIn } from "../../src/all-databases.ts";
import { databasesOf } from "../../src/databases-of.ts";
import type { Env } from "../../src/env.ts";
import { consume } from "../../src/jobs/consume.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import type { QueueMessage } from "../../src/queue-messages.ts";
import worker from "../../src/index.ts";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { numbersOf, type Numbers } from "../../src/storage/workspace/number.ts";
import { putMarker } from "../../src/storage/projection/marker.ts";
import { noteHome } from "./home.ts";
import { readAnswer, type TestWorkspace } from "./workspace.ts";

/** An installation with the databases DB, DB_01 and DB_02, and workspaces in them. */

const NAMES = ["DB_01", "DB_02"] as const;

export interface Installation {
  bindings: Env;
  /** The environments of all databases, the first one first. */
  envs: [Env, Env, Env];
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Delivers messages to their consumer. */
  deliver(messages: QueueMessage[], nowMs?: number): Promise<void>;
  /** Delivers messages. Returns those that are to come again. */
  offer(messages: QueueMessage[], nowMs?: number): Promise<QueueMessage[]>;
  /** A minute of cron in all databases, with the jobs that it sends to their queue. */
  cron(nowMs?: number): Promise<void>;
  /** Delivers what has been sent, and what that sends. */
  deliverSent(nowMs?: number): Promise<void>;
  /** @param database the binding of its database */
  createWorkspace(database?: (typeof NAMES)[number]): Promise<TestWorkspace>;
}

/** Migrates the further databases. Call it once for a file, whose storage is empty. */
export async function migrateDatabases(): Promise<void> {
  await Promise.all(NAMES.map((name) => applyD1Migrations(env[name], env.TEST_MIGRATIONS)));
  await Promise.all(NAMES.map((name) => putMarker(env.SNAPSHOTS, name)));
}

/** Returns an installation with the databases that `migrateDatabases` has migrated. */
export function severalDatabases(overrides: Partial<Env> = {}): Installation {
  // Messages are kept until `cron` delivers them: the queues' own consumer knows one database.
  const sent: QueueMessage[] = [];
  const queue = {
    send: (body: QueueMessage) => Promise.resolve(void sent.push(body)),
    sendBatch: (batch: { body: QueueMessage }[]) =>
      Promise.resolve(void sent.push(...batch.map(({ body }) => body))),
  };
  const queues = { PROJECTION: queue, WATCH: queue, JOBS: queue, CLICKS: queue } as unknown as Env;
  const bindings: Env = { ...env, ...queues, DATABASES: "3", ...overrides };
  Reflect.deleteProperty(bindings, "SECOND_DATABASE");
  const offer = async (messages: QueueMessage[], nowMs = Date.now()) => {
    const retried: QueueMessage[] = [];
    const deliveries = messages.map((body) => ({
      body,
      attempts: 1,
      ack() {},
      retry: () => void retried.push(body),
    }));
    await consume(deliveries, bindings, nowMs);
    return retried;
  };
  const deliver = async (messages: QueueMessage[], nowMs?: number) => {
    expect(await offer(messages, nowMs)).toEqual([]);
  };
  const envs = databasesOf(bindings) as [Env, Env, Env];
  const fetch = async (url: string, init?: RequestInit) => {
    const request = new Request(url, { redirect: "manual", ...init }) as Request<
      unknown,
      IncomingRequestCfProperties
    >;
    return worker.fetch(request, bindings, createExecutionContext());
  };
  const deliverSent = async (nowMs = Date.now()) => {
    for (let messages = sent.splice(0); messages.length > 0; messages = sent.splice(0))
      await deliver(messages, nowMs);
  };
  return {
    bindings,
    envs,
    fetch,
    deliver,
    offer,
    deliverSent,
    async cron(nowMs = Date.now()) {
      await runJobs(bindings, nowMs);
      await deliverSent(nowMs);
    },
    async createWorkspace(database) {
      const { id, userId, token, statements } = await newWorkspace({
        name: "Placed",
        plan: "enterprise",
        role: "owner",
        nowMs: Date.now(),
        numbers: takeNumber(database),
      });
      const { DB } = namedIn(envs, database);
      noteHome(id, DB);
      await DB.batch(statements.map(({ sql, parameters }) => DB.prepare(sql).bind(...parameters)));
      return { id, userId, token, call: callWith(fetch, token) };
    },
  };
}

let taken = 0;

/** A number that no workspace of the file has had, of those that a database gives. */
function takeNumber(database = "DB"): Numbers {
  const { after, last } = numbersOf(database);
  return { after: after + ++taken, last };
}

/** Returns a client of the API with a token. A body that is a text is sent as HTML, unless a header says otherwise. */
export function callWith(fetch: Installation["fetch"], token: string): TestWorkspace["call"] {
  return async (method, path, body, headers = {}) => {
    const isText = typeof body === "string";
    const response = await fetch(`http://localhost:8787/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": isText ? "text/html" : "application/json",
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    return readAnswer(method, path, response);
  };
}
