import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import type { ClosingLine, SectionLine } from "../../src/domain/backup-file.ts";
import { addDigests, NO_LINES, type LineSum } from "../../src/domain/line-sum.ts";
import type { Env } from "../../src/env.ts";
import { resumeSteps, takeSteps } from "../../src/jobs/step-runner.ts";
import { PART_BYTES } from "../../src/jobs/backup/part.ts";
import { BACKED_UP } from "../../src/storage/backup/table.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { fakeQueue, type FakeQueue } from "../support/web.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";
import { jobRun } from "../support/job-run.ts";

const NIGHT_MS = Date.UTC(2026, 10, 22, 3, 0, 10);
const MINUTE_MS = 60_000;
const NAME = "signpost-2026-11-22.ndjson";

let queue: FakeQueue;
let spies: MockInstance<(line: string) => void>[];
let nowMs: number;
let workspace: TestWorkspace;

const withBucket = (bucket: R2Bucket = env.TEST_BACKUPS, more: Partial<Env> = {}): Env => ({
  ...env,
  WATCH: queue,
  BACKUPS: bucket,
  ...more,
});

/** Delivers messages, and fires cron where none is left, until the backup has ended. */
async function finish(bindings: Env): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    await resumeSteps("backup", jobRun(bindings, nowMs));
    while (queue.batches.shift() !== undefined) await takeSteps(bindings, { kind: "backup" }, nowMs);
    const run = await readRun();
    if (run?.["finished_at"] != null) return;
    nowMs += MINUTE_MS;
  }
  throw new Error("the backup does not end");
}

const readRun = () => env.DB.prepare("SELECT * FROM backup_runs").first();
const readObject = async (name = NAME) => (await env.TEST_BACKUPS.get(name))?.text() ?? "";
const listObjects = async () => (await env.TEST_BACKUPS.list()).objects.map(({ key }) => key);

/** Reads a backup: the rows of each table by the names of their columns. Fails where a checksum differs. */
async function readRows(text: string): Promise<Map<string, Record<string, unknown>[]>> {
  const lines = text.split("\n").filter((line) => line !== "");
  const tables = new Map<string, Record<string, unknown>[]>();
  const sums: Record<string, LineSum> = {};
  let section: SectionLine = { table: "", columns: [] };
  for (const line of lines.slice(1, -1)) {
    if (line.startsWith("{")) {
      section = JSON.parse(line) as SectionLine;
      tables.set(section.table, []);
      sums[section.table] = NO_LINES;
      continue;
    }
    const values = JSON.parse(line) as unknown[];
    tables
      .get(section.table)
      ?.push(Object.fromEntries(section.columns.map((name, at) => [name, values[at]])));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line));
    sums[section.table] = addDigests(sums[section.table]!, [new Uint8Array(digest)]);
  }
  expect((JSON.parse(lines.at(-1)!) as ClosingLine).tables).toEqual(sums);
  return tables;
}

/** Pages of 100 kB each, so that a backup has several parts. */
const PAGES = 110;

beforeEach(async () => {
  spies = (["log", "warn", "error"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation(() => {}),
  );
  queue = fakeQueue();
  nowMs = NIGHT_MS;
  await env.DB.prepare("DELETE FROM backup_runs").run();
  for (const name of await listObjects()) await env.TEST_BACKUPS.delete(name);
  if (workspace !== undefined) return;
  workspace = await createWorkspace();
  await env.DB.prepare(
    `INSERT INTO pages (workspace_id, name, html, created_at, updated_at)
     SELECT ?1, 'page' || value, replace(hex(zeroblob(12500)), '0', 'é' || char(10)), 0, 0 FROM json_each(?2)`,
  )
    .bind(workspace.id, JSON.stringify(Array.from({ length: PAGES }, (_, index) => index)))
    .run();
  await workspace.call("POST", "/host", { host: "backup.example" });
  const body = {
    host: "backup.example",
    alias: "a",
    destination: "https://example.com/?q='\"\u2028",
    tags: ["Ünï"],
  };
  expect((await workspace.call("POST", "/link", body)).status).toBe(200);
});

const logged = (event: string) =>
  spies
    .flatMap(({ mock }) => mock.calls)
    .map(([line]) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line["event"] === event);

describe("the nightly backup", () => {
  it("[26.7] holds every row of every table, in parts that may each be written by another isolate", async () => {
    await finish(withBucket());
    const rows = await readRows(await readObject());
    expect([...rows.keys()]).toEqual(BACKED_UP.map(({ name }) => name));
    for (const [table, found] of rows) {
      const { results } = await env.DB.prepare(
        `SELECT ${Object.keys(found[0] ?? { 1: 1 }).join(", ")} FROM ${table}`,
      ).all();
      expect(sort(found), table).toEqual(found.length === 0 ? [] : sort(results));
      expect(found.length, table).toBe(results.length);
    }
    expect(rows.get("pages")).toHaveLength(PAGES);
    expect((await readRun())?.["parts"]).toBeGreaterThan(1);
    expect(logged("backup_written")).toMatchObject([{ name: NAME }]);
    expect(logged("backup_failed")).toEqual([]);
  });

  it("[26.7] is written once a night, from three o'clock on", async () => {
    await finish(withBucket());
    const first = await readRun();
    nowMs = NIGHT_MS + 23 * 60 * MINUTE_MS;
    await resumeSteps("backup", jobRun(withBucket(), nowMs));
    expect(await readRun()).toEqual(first);
    nowMs += 60 * MINUTE_MS;
    await finish(withBucket());
    expect(await listObjects()).toEqual([NAME, "signpost-2026-11-23.ndjson"]);
  });

  it("[26.7] keeps as many nights as the setting says, and what is no backup", async () => {
    for (const name of ["signpost-2026-11-18.ndjson", "signpost-2026-11-20.ndjson", "signpost-notes.txt"]) {
      await env.TEST_BACKUPS.put(name, "");
    }
    await finish(withBucket(env.TEST_BACKUPS, { BACKUP_NIGHTS: "2" }));
    expect(await listObjects()).toEqual(["signpost-2026-11-20.ndjson", NAME, "signpost-notes.txt"]);
  });

  it("does nothing without a bucket", async () => {
    await resumeSteps("backup", jobRun({ ...env, WATCH: queue }, nowMs));
    await takeSteps({ ...env, WATCH: queue }, { kind: "backup" }, nowMs);
    expect(await readRun()).toBeNull();
    expect(queue.batches).toEqual([]);
  });

  it("takes a bounded number of queries for a part", async () => {
    const bindings = withBucket();
    await resumeSteps("backup", jobRun(bindings, nowMs));
    for (let part = 0; (await readRun())?.["finished_at"] === null; part++) {
      const spy = vi.spyOn(env.DB, "prepare");
      await takeSteps(bindings, { kind: "backup" }, nowMs);
      expect(spy.mock.calls.length).toBeLessThan(150);
      spy.mockRestore();
    }
  });
});

const sort = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

/** A bucket of which one operation fails, before or after it is done, some times. */
function failing(
  operation: "uploadPart" | "complete" | "createMultipartUpload",
  when: "before" | "after",
  times: number,
): R2Bucket {
  let left = times;
  const fail = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left <= 0) return await work();
    left--;
    if (when === "after") await work();
    throw new Error("R2 is not available");
  };
  const bucket = env.TEST_BACKUPS;
  return proxyOf(bucket, {
    createMultipartUpload: (name: string) =>
      operation === "createMultipartUpload"
        ? fail(() => bucket.createMultipartUpload(name))
        : bucket.createMultipartUpload(name),
    resumeMultipartUpload: (name: string, id: string) => {
      const upload = bucket.resumeMultipartUpload(name, id);
      return proxyOf(upload, {
        [operation]: (...parameters: never[]) =>
          fail(() =>
            (upload[operation as "complete"] as (...all: never[]) => Promise<unknown>).apply(
              upload,
              parameters,
            ),
          ),
      });
    },
  });
}

describe("a nightly backup that is interrupted", () => {
  it.each([
    ["a part is not uploaded", "uploadPart", "before"],
    ["an isolate ends behind the upload of a part", "uploadPart", "after"],
    ["an isolate ends before the upload is completed", "complete", "before"],
    ["an isolate ends behind the completion", "complete", "after"],
  ] as const)("[26.7] goes on where %s", async (_, operation, when) => {
    await finish(withBucket(failing(operation, when, 1)));
    expect((await readRows(await readObject())).get("pages")).toHaveLength(PAGES);
    expect(await listObjects()).toEqual([NAME]);
    expect(logged("backup_written")).toHaveLength(1);
  });

  it("[26.7] goes on where an isolate ends without a word, once its lease is over", async () => {
    const bindings = withBucket();
    await resumeSteps("backup", jobRun(bindings, nowMs));
    await takeSteps(bindings, { kind: "backup" }, nowMs);
    await env.DB.prepare("UPDATE backup_runs SET leased_until = ?1")
      .bind(nowMs + 5 * MINUTE_MS)
      .run();
    await takeSteps(bindings, { kind: "backup" }, nowMs);
    expect((await readRun())?.["parts"]).toBe(1);
    await finish(bindings);
    expect((await readRows(await readObject())).get("pages")).toHaveLength(PAGES);
  });

  it("[26.7] says in the log that it failed, and is given up after some hours until the next night", async () => {
    const broken = withBucket(failing("uploadPart", "before", Infinity));
    await resumeSteps("backup", jobRun(broken, nowMs));
    for (let turn = 0; turn < 2; turn++) await takeSteps(broken, { kind: "backup" }, (nowMs += MINUTE_MS));
    expect(logged("backup_failed")).toHaveLength(2);
    for (let begun = 0; begun < 5; begun++) {
      nowMs += 7 * 60 * MINUTE_MS;
      await takeSteps(withBucket(), { kind: "backup" }, nowMs);
      if ((await readRun())?.["finished_at"] !== null) break;
    }
    expect(await readRun()).toMatchObject({ restarts: 3, finished_at: nowMs });
    expect(await listObjects()).toEqual([]);
    nowMs = NIGHT_MS + 2 * 24 * 60 * MINUTE_MS;
    await finish(withBucket());
    expect(await listObjects()).toEqual(["signpost-2026-11-24.ndjson"]);
  });

  it("[26.7] starts over if a hostname passed to another workspace in between", async () => {
    const bindings = withBucket();
    await resumeSteps("backup", jobRun(bindings, nowMs));
    await takeSteps(bindings, { kind: "backup" }, nowMs);
    await env.DB.prepare(
      `INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at)
       VALUES ('passing', ?1, 'backup.example', 1, 'move', '', '', 'api', ?2)`,
    )
      .bind(workspace.id, nowMs + 1)
      .run();
    nowMs += MINUTE_MS;
    await finish(bindings);
    expect(await readRun()).toMatchObject({ restarts: 1 });
    expect((await readRows(await readObject())).get("host_history")).toHaveLength(1);
    await env.DB.prepare("DELETE FROM host_history").run();
  });

  it("fills a part up to the size that all parts have", async () => {
    await finish(withBucket());
    const text = await readObject();
    const bytes = new TextEncoder().encode(text);
    expect(bytes[PART_BYTES - 1]).toBe(10);
    expect(text).toContain("\n\n");
  });
});
