import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { consume } from "../../src/jobs/consume.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import type { QueueMessage } from "../../src/queue-messages.ts";
import { proxyOf } from "./proxy-of.ts";

/** What an invocation of the free plan may use, and the whole account in a day. */
const INVOCATION = { statements: 50, subrequests: 50 };

/** What was used. An operation of a queue is a message written, delivered or deleted, for each 64 kB. */
export interface Used {
  statements: number;
  subrequests: number;
  rowsRead: number;
  rowsWritten: number;
  kvReads: number;
  kvWrites: number;
  queueOperations: number;
}

const nothing = (): Used => ({
  statements: 0,
  subrequests: 0,
  rowsRead: 0,
  rowsWritten: 0,
  kvReads: 0,
  kvWrites: 0,
  queueOperations: 0,
});

/** An installation on the free plan. Each invocation that exceeds a limit fails, as on the platform. */
export class FreePlan {
  readonly day = nothing();
  /** The most that an invocation of a kind has used. */
  readonly most = new Map<string, Used>();
  readonly refused: string[] = [];
  /** How long each invocation of a kind took: an upper bound of its CPU time. Milliseconds. */
  readonly times = new Map<string, number[]>();
  readonly env: Env;
  private invocation = nothing();
  private readonly queued: QueueMessage[] = [];

  constructor() {
    const queue = {
      send: (body: QueueMessage) => this.send([body]),
      sendBatch: (batch: { body: QueueMessage }[]) => this.send(batch.map(({ body }) => body)),
    };
    const count = (name: keyof Used) => this.spend(name, 1);
    this.env = {
      ...env,
      PLAN: "free",
      // It counts real seconds.
      API_LIMITER: { limit: () => Promise.resolve({ success: true }) },
      DB: this.database(),
      SNAPSHOTS: proxyOf(env.SNAPSHOTS, {
        get: (...parameters: Parameters<typeof env.SNAPSHOTS.get>) => {
          count("subrequests");
          count("kvReads");
          return env.SNAPSHOTS.get(...parameters);
        },
        put: (...parameters: Parameters<typeof env.SNAPSHOTS.put>) => {
          count("subrequests");
          count("kvWrites");
          return env.SNAPSHOTS.put(...parameters);
        },
      }),
      ...({ PROJECTION: queue, WATCH: queue, CLICKS: queue, JOBS: queue } as unknown as Pick<Env, "WATCH">),
    };
  }

  /** Answers a request, and takes all messages of queues to their consumer. */
  async fetch(request: Request, name: string): Promise<Response> {
    const response = await this.invoke(name, async () => {
      const context = createExecutionContext();
      const answer = await worker.fetch(request as never, this.env, context);
      await waitOnExecutionContext(context);
      return answer;
    });
    await this.consumeAll();
    return response;
  }

  /** A visit, whose click waits for its buffer. */
  visit(url: string): Promise<Response> {
    const request = new Request(url, { redirect: "manual" });
    return this.invoke("visit", async () =>
      worker.fetch(request as never, this.env, createExecutionContext()),
    );
  }

  async minute(nowMs: number): Promise<void> {
    await this.invoke("cron", () => runJobs(this.env, nowMs));
    await this.consumeAll();
  }

  /** Takes all messages of queues to their consumer, each in an invocation of its own. */
  async consumeAll(): Promise<void> {
    for (let body = this.queued.shift(); body !== undefined; body = this.queued.shift()) {
      const message = body;
      this.day.queueOperations += 2;
      await this.invoke(message.kind, async () => {
        await consume(
          [
            {
              body: message,
              attempts: 1,
              ack: () => {},
              retry: () => this.refused.push(`${message.kind} failed`),
            },
          ],
          this.env,
          Date.now(),
        );
      });
    }
  }

  /** Counts a request by `fetch`. */
  countRequest(): void {
    this.spend("subrequests", 1);
  }

  private async invoke<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.invocation = nothing();
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      const times = this.times.get(name) ?? [];
      this.times.set(name, [...times, performance.now() - startedMs]);
      const most = this.most.get(name) ?? nothing();
      for (const key of Object.keys(most) as (keyof Used)[]) {
        most[key] = Math.max(most[key], this.invocation[key]);
        this.day[key] += this.invocation[key];
      }
      this.most.set(name, most);
    }
  }

  private send(bodies: QueueMessage[]): Promise<void> {
    this.spend("subrequests", 1);
    this.spend("queueOperations", bodies.length);
    this.queued.push(...bodies);
    return Promise.resolve();
  }

  private spend(name: keyof Used, amount: number): void {
    this.invocation[name] += amount;
    const limit = (INVOCATION as Partial<Used>)[name];
    if (limit === undefined || this.invocation[name] <= limit) return;
    const message = `Too many ${name} by single Worker invocation.`;
    this.refused.push(message);
    throw new Error(message);
  }

  private database(): D1Database {
    const originals = new WeakMap<object, D1PreparedStatement>();
    const read = <R extends D1Result>(result: R): R => {
      const { rows_read, rows_written } = result.meta as { rows_read: number; rows_written: number };
      this.invocation.rowsRead += rows_read;
      this.invocation.rowsWritten += rows_written;
      return result;
    };
    const spend = (statements: number) => {
      this.spend("statements", statements);
      this.spend("subrequests", 1);
    };
    const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
      const all = async () => {
        spend(1);
        return read(await statement.all());
      };
      const wrapped = proxyOf(statement, {
        bind: (...values: unknown[]) => wrap(statement.bind(...values)),
        all,
        run: all,
        first: async (column?: string) => {
          const [row] = (await all()).results;
          return column === undefined ? (row ?? null) : (row?.[column] ?? null);
        },
      });
      originals.set(wrapped, statement);
      return wrapped;
    };
    return proxyOf(env.DB, {
      prepare: (sql: string) => wrap(env.DB.prepare(sql)),
      batch: async (statements: D1PreparedStatement[]) => {
        spend(statements.length);
        return (await env.DB.batch(statements.map((one) => originals.get(one) ?? one))).map(read);
      },
    });
  }
}
