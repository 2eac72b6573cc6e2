import { cp, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect } from "vitest";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import {
  createKillableWorker,
  type KillableWorker,
  type WorkerProcess,
} from "../../scripts/lab/testbed/killable-worker.ts";
import { sendRaw, type RawAnswer } from "./running-worker.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";

/** The hostname that each pair has. */
export const HOST = "moved.example.com";

/**
 * Two workers on one state. All writes go to the one, all visits to the other, which knows nothing but what
 * stands in the stores.
 */
export interface WorkerPair {
  writer: KillableWorker;
  reader: WorkerProcess;
  /**
   * A visit at the reader, on HOST unless told. By HEAD, which is answered as GET is and is no click: the
   * writer would count it, and two processes that are busy on one D1 get in each other's way.
   */
  visit(target: string, headers?: string[], host?: string): Promise<Visited>;
  /** Visits each target once, so many at a time. The answers are in the order of the targets. */
  visitAll(targets: string[], atOnce: number, headers?: string[], host?: string): Promise<Visited[]>;
  /** Changes rows of D1 directly, as no call of the API could. */
  sql(text: string): Promise<void>;
  /** Rows of D1. */
  select(text: string): Promise<Record<string, unknown>[]>;
  /**
   * Fires the cron trigger of the writer until what is read afterwards is as it should be. One that fails is
   * fired again: the reader's queue may be at work on the same state.
   */
  untilCron<T>(read: () => Promise<T>, isMet: (value: T) => boolean): Promise<T>;
  /** The same until no snapshot is pending. */
  untilWritten(): Promise<unknown>;
  /** The same, and then lets the two minutes pass after which hostnames are complete. */
  untilComplete(): Promise<void>;
  /** Returns `complete` of HOST's snapshot in KV; undefined if the key is missing. */
  completeness(): Promise<boolean | undefined>;
  /** Stops both, changes what is on disk, and starts both. */
  restart(change: () => Promise<void>): Promise<void>;
  /** Removes every key of the store; both have to be stopped. */
  emptyStore(): Promise<void>;
  /** Keeps a copy of D1 under a name; both have to be stopped. */
  copyDatabase(name: string): Promise<void>;
  /** Puts a copy of D1 in the place of D1; both have to be stopped. */
  putDatabase(name: string): Promise<void>;
  /** Has D1 go back to a copy while both run on, as the platform restores a database. */
  restoreDatabase(name: string): Promise<void>;
}

export interface Visited {
  status: number;
  location: string | undefined;
  /** Says whether a browser may keep the answer: it is not `no-store`. */
  isCacheable: boolean;
}

/** A database without any hostname: the copy that each pair has from before its first start. */
export const FRESH_DATABASE = "fresh";

const CRON = { everyMs: 250 };
/** A location may hold the absence of a key for so long. */
const TWO_MINUTES_MS = 120_000;

/** Runs a pair for all tests of a file, with HOST connected, and the marker of the store put. */
export function useWorkerPair(): WorkerPair {
  let workers: { writer: KillableWorker; reader: WorkerProcess } | undefined;
  const running = () => {
    if (workers === undefined) throw new Error("the workers run from beforeAll on");
    return workers;
  };
  const inState = (...path: string[]) => join(running().writer.folder, ...path);
  const startBoth = async () => {
    // One after the other: the second finds the databases of the first.
    await running().writer.start();
    await running().reader.start();
  };
  const killBoth = async () => {
    await running().reader.kill();
    await running().writer.kill();
  };

  const countWaiting = async () => {
    const counts = "(SELECT count(*) FROM pending) + (SELECT count(*) FROM reprojections)";
    const [row] = await pair.select(`SELECT ${counts} AS waiting`);
    return row?.["waiting"];
  };

  const pair: WorkerPair = {
    get writer() {
      return running().writer;
    },
    get reader() {
      return running().reader;
    },
    visit: async (target, headers = [], host = HOST) =>
      toVisited(
        await sendRaw(running().reader.port, [
          `HEAD ${target} HTTP/1.1`,
          `Host: ${host}`,
          "Connection: close",
          ...headers,
          "",
          "",
        ]),
      ),
    async visitAll(targets, atOnce, headers, host) {
      const answers: Visited[] = [];
      const left = targets.entries();
      const visitInTurn = async () => {
        for (const [index, target] of left) answers[index] = await pair.visit(target, headers, host);
      };
      await Promise.all(Array.from({ length: atOnce }, visitInTurn));
      return answers;
    },
    sql: (text) => withLocalDatabase(running().writer.folder, async (db) => db.exec(text)),
    select: (text) => withLocalDatabase(running().writer.folder, async (db) => db.prepare(text).all()),
    untilCron: (read, isMet) => fireUntil(running().writer, read, isMet),
    untilWritten: () => pair.untilCron(countWaiting, (waiting) => waiting === 0),
    async untilComplete() {
      await pair.untilWritten();
      await pair.sql(
        `UPDATE hosts SET slots_put_at = slots_put_at - ${TWO_MINUTES_MS} WHERE behind_since IS NOT NULL`,
      );
      await pair.untilWritten();
      expect(await pair.completeness()).toBe(true);
    },
    async completeness() {
      const text = (await running().writer.stored(`h:${HOST}`))[`h:${HOST}`];
      return text === undefined ? undefined : (JSON.parse(text) as { complete?: boolean }).complete;
    },
    async restart(change) {
      await killBoth();
      await change();
      await startBoth();
    },
    emptyStore: () => rm(inState("v3/kv"), { recursive: true }),
    copyDatabase: (name) => cp(inState("v3/d1"), inState("copies", name), { recursive: true }),
    async putDatabase(name) {
      await rm(inState("v3/d1"), { recursive: true });
      await cp(inState("copies", name), inState("v3/d1"), { recursive: true });
    },
    restoreDatabase: (name) =>
      withLocalDatabase(running().writer.folder, async (db) => {
        const file = db.location();
        if (file === null) throw new Error("the database has no file");
        const copy = new DatabaseSync(inState("copies", name, relative(inState("v3/d1"), file)));
        await backup(copy, file);
        copy.close();
      }),
  };

  beforeAll(async () => {
    const writer = await createKillableWorker();
    workers = { writer, reader: await writer.createTwin() };
    await pair.copyDatabase(FRESH_DATABASE);
    await startBoth();
    // The first heartbeat.
    await writer.sweep();
    await writer.call("POST", "/host", { host: HOST });
  });
  afterAll(async () => {
    await workers?.reader.kill();
    await workers?.writer.close();
  });
  return pair;
}

async function fireUntil<T>(
  worker: WorkerProcess,
  read: () => Promise<T>,
  isMet: (value: T) => boolean,
): Promise<T> {
  const last = await readUntil<{ value: T } | { failure: string }>(
    async () => {
      try {
        await worker.sweep();
        return { value: await read() };
      } catch (error) {
        return { failure: String(error) };
      }
    },
    (outcome) => "value" in outcome && isMet(outcome.value),
    CRON,
  );
  if ("failure" in last) throw new Error(last.failure);
  return last.value;
}

function toVisited({ status, headers }: RawAnswer): Visited {
  const isCacheable = headers.get("cache-control") !== "no-store";
  return { status, location: headers.get("location"), isCacheable };
}
