import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SlotSnapshot } from "../../../src/domain/snapshot.ts";
import { drainProjections } from "../../../src/jobs/projection/drain.ts";
import { repair } from "../../../src/jobs/projection/repair.ts";
import type { SlotName } from "../../../src/domain/slot.ts";
import { slotOfKey, snapshotKey } from "../../../src/storage/snapshot/key.ts";
import { LEASE_MS, type Note } from "../../../src/storage/projection/outbox.ts";
import { project } from "../../../src/storage/projection/project.ts";
import { projectorOf } from "../../../src/storage/projection/projector.ts";
import { visitOn, watchEnv, type WatchedEnv } from "../../support/watched-env.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";
import { hostname } from "../../support/hostname.ts";

const KEY = "p:go.example.com/a";

let workspace: TestWorkspace;
let watched: WatchedEnv;
let linkId: string;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  watched = watchEnv();
  workspace = await createWorkspace();
  await workspace.call("POST", "/host", { host: "go.example.com" });
  const { body } = await workspace.call("POST", "/link", {
    host: "go.example.com",
    alias: "a",
    destination: "https://example.com/1",
  });
  linkId = body.data[0].id;
  return async () => {
    await env.DB.batch(
      ["records", "hosts", "pending"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    );
  };
});

async function stored(): Promise<{ seq: number; url: string | undefined }> {
  const snapshot = await env.SNAPSHOTS.get<SlotSnapshot>(KEY, "json");
  const answer = snapshot?.records[0]?.answer;
  return {
    seq: snapshot?.seq ?? 0,
    url: answer?.kind === "redirect" ? answer.target.destinations[0]?.url : undefined,
  };
}

/** A change that reached the database and no further, as a crash right after the commit leaves it. */
async function changeInDatabase(destination: string): Promise<Note> {
  const [, , , noted] = await env.DB.batch<Note>([
    env.DB.prepare("UPDATE sequence SET value = value + 1"),
    env.DB.prepare("UPDATE records SET destinations = ?1 WHERE id = ?2").bind(
      JSON.stringify([destination]),
      linkId,
    ),
    env.DB.prepare("UPDATE slots SET seq = (SELECT value FROM sequence) WHERE slot = 'p/a'"),
    env.DB.prepare(
      `INSERT INTO pending (seq, host, slot, created_at)
       SELECT value, 'go.example.com', 'p/a', 0 FROM sequence WHERE true RETURNING seq, host, slot`,
    ),
  ]);
  const [note] = noted?.results ?? [];
  if (note === undefined) throw new Error("no note was left");
  return note;
}

async function pending(): Promise<Note[]> {
  const { results } = await env.DB.prepare("SELECT seq, host, slot FROM pending ORDER BY seq").all<Note>();
  return results;
}

/** The lease of every note is over. */
async function passLease(): Promise<void> {
  await env.DB.prepare("UPDATE pending SET leased_until = 1").run();
}

describe("a write", () => {
  it("has reached the store, and left no note, by the time it is answered", async () => {
    expect((await stored()).url).toBe("https://example.com/1");
    expect(await pending()).toEqual([]);
  });

  it("[19.4] writes a tombstone for a slot without records", async () => {
    const before = await stored();
    await workspace.call("DELETE", `/link/${linkId}`);
    const snapshot = await env.SNAPSHOTS.get<SlotSnapshot>(KEY, "json");
    expect(snapshot?.records).toEqual([]);
    expect(snapshot?.seq).toBeGreaterThan(before.seq);
    expect(await pending()).toEqual([]);
  });

  it("[19.4] numbers every commit higher than the one before", async () => {
    const first = await stored();
    await workspace.call("PUT", `/link/${linkId}`, { destination: "https://example.com/2" });
    expect((await stored()).seq).toBeGreaterThan(first.seq);
  });
});

it("[33.5] puts the files that a hostname shows after its snapshot", async () => {
  const workspaceId = await env.DB.prepare("SELECT workspace_id AS id FROM hosts").first<string>("id");
  await env.DB.prepare(
    "INSERT INTO pages (workspace_id, name, html, created_at, updated_at) VALUES (?1, 'lost.html', '<p>Lost', 0, 0)",
  )
    .bind(workspaceId)
    .run();
  const put = vi.spyOn(env.SNAPSHOTS, "put");
  await workspace.call("PUT", "/host/go.example.com", { pages: { "404": "lost.html" } });
  expect(put.mock.calls.map(([key]) => key.slice(0, 2))).toEqual(["h:", "f:"]);
  put.mockRestore();
});

describe("the sweep", () => {
  it("[19.5] finishes what a crash between commit and put left", async () => {
    await changeInDatabase("https://example.com/2");
    expect((await stored()).url).toBe("https://example.com/1");
    await drainProjections(env);
    expect((await stored()).url).toBe("https://example.com/2");
    expect(await pending()).toEqual([]);
  });

  it("skips notes that another run has leased", async () => {
    const note = await changeInDatabase("https://example.com/2");
    await env.DB.prepare("UPDATE pending SET leased_until = ?1")
      .bind(Date.now() + LEASE_MS)
      .run();
    await drainProjections(env);
    expect(await pending()).toEqual([note]);
    expect((await stored()).url).toBe("https://example.com/1");
  });

  it("[19.5] keeps the note of a put that failed", async () => {
    const note = await changeInDatabase("https://example.com/2");
    watched.faults.store = "throws";
    await drainProjections(watched.env);
    expect(await pending()).toEqual([note]);
    watched.faults = {};
    await passLease();
    await drainProjections(watched.env);
    expect((await stored()).url).toBe("https://example.com/2");
    expect(await pending()).toEqual([]);
  });
});

/** A store in which a newer commit lands just before the first put. */
function overtakenBy(destination: string): KVNamespace {
  let isFirst = true;
  return Object.assign(Object.create(env.SNAPSHOTS) as KVNamespace, {
    put: async (...parameters: Parameters<KVNamespace["put"]>) => {
      if (isFirst) {
        isFirst = false;
        await changeInDatabase(destination);
      }
      return env.SNAPSHOTS.put(...parameters);
    },
  });
}

describe("a projection that is overtaken", () => {
  it("[19.5] leaves its note, and is written again until the store shows the newest commit", async () => {
    const note = await changeInDatabase("https://example.com/2");
    const SNAPSHOTS = overtakenBy("https://example.com/3");
    await project(projectorOf({ ...env, SNAPSHOTS }), [note]);
    expect(await pending()).toContainEqual(note);
    await passLease();
    await drainProjections(env);
    expect((await stored()).url).toBe("https://example.com/3");
    expect(await pending()).toEqual([]);
  });

  it("clears its own notes only: the late writer's stay until it has looked again", async () => {
    const slow = await changeInDatabase("https://example.com/2");
    const fast = await changeInDatabase("https://example.com/3");
    await project(projectorOf(env), [fast]);
    expect(await pending()).toEqual([slow]);
  });
});

describe("a slot with large records", () => {
  const HTML = `<p>${"x".repeat(1_900_000)}`;

  /** Has the paths serve a page of 1.9 MB, and notes their slots as a crash leaves them. */
  async function serveLargePage(paths: string[], html = HTML): Promise<void> {
    for (const path of paths) {
      const destination = "https://example.com/large";
      await workspace.call("POST", "/redirect", { url: `go.example.com${path}`, destination });
    }
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO pages (workspace_id, name, html, created_at, updated_at)
         SELECT workspace_id, 'large.html', ?1, 0, 0 FROM hosts WHERE host = 'go.example.com'`,
      ).bind(html),
      env.DB.prepare(
        "UPDATE records SET file = 'large.html', destinations = '[]' WHERE source IN (SELECT value FROM json_each(?1))",
      ).bind(JSON.stringify(paths)),
      env.DB.prepare(
        `INSERT INTO pending (seq, host, slot, created_at)
         SELECT DISTINCT s.seq, s.host, s.slot, 0 FROM slots s JOIN records r USING (host, slot)
         WHERE r.file IS NOT NULL`,
      ),
    ]);
  }

  const leasedFor = (slot: string) =>
    env.DB.prepare("SELECT leased_until - ?1 AS ms FROM pending WHERE slot = ?2")
      .bind(Date.now(), slot)
      .first<number>("ms");

  /** Returns paths that differ in case alone, so that they share a slot. */
  const spellings = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      [..."/abcd"].map((letter, bit) => ((index << 1) & (1 << bit) ? letter.toUpperCase() : letter)).join(""),
    );

  it.each([
    ["rows are too large", 11, HTML],
    ["rows are too large in bytes, and not in characters", 16, "字".repeat(630_000)],
    ["JSON alone is too large", 8, '"'.repeat(1_900_000)],
    ["JSON is too large in bytes alone", 10, '字"""'.repeat(316_000)],
  ])("[19.5] whose %s is not put, and lets younger notes go first", async (_, count, html) => {
    await serveLargePage(spellings(count), html);
    await changeInDatabase("https://example.com/2");
    await drainProjections(env);
    expect((await stored()).url).toBe("https://example.com/2");
    expect((await pending()).map(({ slot }) => slot)).toEqual(["p/abcd"]);
    expect(await leasedFor("p/abcd")).toBeGreaterThan(LEASE_MS);
  });

  it("[19.5] is read apart from others, which are written even if its read fails", async () => {
    await serveLargePage(["/ab", "/aB", "/Ab", "/cd", "/cD", "/Cd"]);
    const read = vi.spyOn(env.DB, "batch").mockRejectedValueOnce(new Error("D1_ERROR: too large"));
    expect(await drainProjections(env)).toBe(1);
    expect(read.mock.calls.length).toBeGreaterThan(2);
    read.mockRestore();
    const [left] = await pending();
    expect(await pending()).toHaveLength(1);
    expect(await leasedFor(left?.slot ?? "")).toBeGreaterThan(LEASE_MS);
  });
});

describe("a value", () => {
  const slot = { host: hostname("go.example.com"), slot: "p/a" as SlotName };

  it("[20.5] that a visit could not read is written again from the database, though a newer commit lands meanwhile", async () => {
    await env.SNAPSHOTS.put(KEY, "{");
    await repair({ ...env, SNAPSHOTS: overtakenBy("https://example.com/2") }, [slot]);
    expect(await pending()).toHaveLength(2);
    await passLease();
    await drainProjections(env);
    expect((await stored()).url).toBe("https://example.com/2");
  });

  it("that could not be written again is left to the sweep", async () => {
    await env.SNAPSHOTS.put(KEY, "{");
    watched.faults.store = "throws";
    await repair(watched.env, [slot, slot]);
    await passLease();
    await drainProjections(env);
    expect((await stored()).url).toBe("https://example.com/1");
    expect(await pending()).toEqual([]);
  });

  it("of a slot that never existed is not written", async () => {
    await repair(env, [{ host: hostname("go.example.com"), slot: "p/never" as SlotName }]);
    expect(await env.SNAPSHOTS.get("p:go.example.com/never")).toBeNull();
    expect(await pending()).toEqual([]);
  });

  it.each([
    ["go.example.com", "h"],
    ["*.example.com", "h"],
    ["go.example.com", "p/a/b"],
    ["*.example.com", "w/"],
    ["example.com", "q/a?b=/c"],
  ])("of %s, %s is named by its key", (host, name) => {
    expect(slotOfKey(snapshotKey(hostname(host), name as SlotName))).toEqual({ host, slot: name });
  });
});

it("hashes the keys of long paths, and visits find them", async () => {
  const path = `/${"long/".repeat(100)}end`;
  await workspace.call("POST", "/redirect", {
    url: `go.example.com${path}`,
    destination: "https://example.com/long",
  });
  const { keys } = await env.SNAPSHOTS.list({ prefix: "p:#" });
  expect(keys).toHaveLength(1);
  expect(keys[0]?.name).toMatch(/^p:#[0-9a-f]{64}$/);
  const response = await visitOn(watched.env, `http://go.example.com${path}`);
  expect(response.headers.get("Location")).toBe("https://example.com/long");
});
