import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { answerAdmin } from "../../src/admin/index.ts";
import { databasesOf } from "../../src/databases-of.ts";
import type { Env } from "../../src/env.ts";
import { consume } from "../../src/jobs/consume.ts";
import { completeReadyHosts } from "../../src/jobs/projection/complete-hosts.ts";
import { moveWorkspace } from "../../src/jobs/move/move-workspace.ts";
import { drainProjections } from "../../src/jobs/projection/drain.ts";
import { beat } from "../../src/jobs/projection/heartbeat.ts";
import { resumeSteps } from "../../src/jobs/step-runner.ts";
import type { ProjectionMessage } from "../../src/queue-messages.ts";
import { PutPace, putPace } from "../../src/storage/projection/projector.ts";
import { memory, SnapshotMemory } from "../../src/storage/snapshot/memory.ts";
import { OutcomeCache, outcomeCache } from "../../src/visitor/outcome-cache.ts";
import { serveVisit } from "../../src/visitor/pipeline.ts";
import { mortalBindings, type Lifeline } from "./mortal-bindings.ts";
import { SimulatedKv, type SimulationClock } from "./simulated-kv.ts";
import { jobRun } from "./job-run.ts";

/**
 * The whole worker in several locations, each with an isolate of its own, on one database: virtual
 * time, a KV that propagates, a queue that delivers late, and invocations that die.
 */

/** The state of an isolate. The worker's modules have it only once, so it is swapped in for each turn. */
interface Isolate {
  memory: SnapshotMemory;
  outcomeCache: OutcomeCache;
  pace: PutPace;
}

interface Message {
  body: ProjectionMessage;
  dueMs: number;
}

export class SimulatedEdge {
  readonly clock: SimulationClock;
  readonly kv: SimulatedKv;
  private readonly isolates: Isolate[];
  private queue: Message[] = [];
  private readonly token: string;

  private readonly further: Partial<Env>;

  /** @param further bindings and variables, of an installation with several databases */
  constructor(clock: SimulationClock, locations: number, token: string, further: Partial<Env> = {}) {
    this.clock = clock;
    this.token = token;
    this.further = further;
    this.kv = new SimulatedKv(clock, locations);
    this.isolates = Array.from({ length: locations }, newIsolate);
  }

  /** A location's isolate is evicted, and another takes its place. */
  evict(location: number): void {
    this.isolates[location] = newIsolate();
  }

  async visit(location: number, url: string): Promise<Response> {
    return this.in(location, null, (bound) => {
      const request = new Request(url, { redirect: "manual" });
      return serveVisit(request, bound, createExecutionContext());
    });
  }

  /** A call of the API; null where its invocation died. */
  async call(
    location: number,
    life: Lifeline | null,
    method: string,
    path: string,
    body: object,
  ): Promise<Response | null> {
    const answered = await this.in(location, life, async (bound) => {
      const context = createExecutionContext();
      const request = new Request(`http://localhost/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      const response = await answerAdmin(request, bound, context);
      await waitOnExecutionContext(context);
      return response;
    });
    return life?.isOver() === true ? null : answered;
  }

  /** Cron's part in what the edge knows, each job an invocation that may die. */
  async cron(location: number, life: Lifeline | null): Promise<void> {
    for (let index = 0; index < databasesOf(this.bind(location)).length; index++) {
      await this.cronOf(index, location, life);
    }
  }

  /** @param index of the database */
  private async cronOf(index: number, location: number, life: Lifeline | null): Promise<void> {
    const jobs: ((bound: Env) => Promise<unknown>)[] = [
      drainProjections,
      (bound: Env) => beat(bound, this.clock.nowMs),
      (bound: Env) => resumeSteps("reproject", jobRun(bound, this.clock.nowMs)),
      (bound: Env) => resumeSteps("sweep-keys", jobRun(bound, this.clock.nowMs)),
      completeReadyHosts,
      (bound: Env) =>
        bound.ALL === undefined ? Promise.resolve() : moveWorkspace(jobRun(bound, this.clock.nowMs)),
    ];
    for (const job of jobs) {
      // What dies is taken up again by the next minute.
      await this.in(location, life, (bound) => job(databasesOf(bound)[index] ?? bound)).catch(() => {});
    }
  }

  /** Delivers the messages that are due, each in some location. */
  async deliver(life: Lifeline | null): Promise<void> {
    const due = this.queue.filter(({ dueMs }) => dueMs <= this.clock.nowMs);
    this.queue = this.queue.filter(({ dueMs }) => dueMs > this.clock.nowMs);
    for (const { body } of due) {
      const location = Math.floor(this.clock.random() * this.isolates.length);
      const delivery = { body, attempts: 1, ack: () => {}, retry: () => {} };
      await this.in(location, life, (bound) => consume([delivery], bound, this.clock.nowMs));
    }
  }

  /** Does work with the bindings and the memory of a location, at the virtual time. */
  private async in<T>(
    location: number,
    life: Lifeline | null,
    work: (bound: Env) => T | Promise<T>,
  ): Promise<T> {
    const isolate = this.isolates[location] ?? newIsolate();
    const now = vi.spyOn(Date, "now").mockImplementation(() => this.clock.nowMs);
    const wait = vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => {
      this.clock.nowMs += ms;
    });
    Object.assign(memory, isolate.memory);
    Object.assign(outcomeCache, isolate.outcomeCache);
    Object.assign(putPace, isolate.pace);
    try {
      return await work(mortalBindings(this.bind(location), life));
    } finally {
      Object.assign(isolate.memory, memory);
      Object.assign(isolate.outcomeCache, outcomeCache);
      Object.assign(isolate.pace, putPace);
      now.mockRestore();
      wait.mockRestore();
    }
  }

  private bind(location: number): Env {
    const take = (body: ProjectionMessage, { delaySeconds = 0 }: QueueSendOptions = {}) =>
      void this.queue.push({ body, dueMs: this.clock.nowMs + 1000 * delaySeconds });
    const PROJECTION = {
      send: async (body: ProjectionMessage, options?: QueueSendOptions) => take(body, options),
      sendBatch: async (messages: { body: ProjectionMessage }[]) => {
        for (const { body } of messages) take(body);
      },
    };
    const unlimited = { limit: async () => ({ success: true }) };
    return {
      ...env,
      ...this.further,
      SNAPSHOTS: this.kv.at(location),
      PROJECTION: PROJECTION as unknown as Env["PROJECTION"],
      CLICKS: { send: async () => {} } as unknown as Env["CLICKS"],
      MISS_LIMITER: unlimited,
      API_LIMITER: unlimited,
      SESSION_LIMITER: unlimited,
    };
  }
}

function newIsolate(): Isolate {
  return { memory: new SnapshotMemory(), outcomeCache: new OutcomeCache(), pace: new PutPace() };
}
