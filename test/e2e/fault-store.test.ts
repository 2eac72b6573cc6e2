import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startBreakableWorker, type BreakableWorker } from "../support/breakable-worker.ts";
import { D1_FAILURES, KV_FAILURES, QUEUE_FAILURES, type Fault } from "../support/fault.ts";
import { readUntil } from "../support/until.ts";

/** The running worker while the store of snapshots fails, hangs, or holds what it should not. */

const HOST = "go.example.com";

let worker: BreakableWorker;

beforeAll(async () => {
  worker = await startBreakableWorker();
  await post("/host", { host: HOST });
  await createLink("standing", "https://example.com/stands");
});

afterEach(async () => {
  await worker.mend();
  await worker.sweep();
  expect(await worker.audit()).toEqual([]);
});

afterAll(() => worker.close());

async function post(path: string, body: object) {
  const answer = await worker.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function createLink(alias: string, destination: string): Promise<string> {
  return (await post("/link", { host: HOST, alias, destination })).data[0].id;
}

async function redirect(id: string, destination: string): Promise<void> {
  expect((await worker.call("PUT", `/link/${id}`, { destination })).status).toBe(200);
}

async function visit(path: string): Promise<[number, string | undefined]> {
  const { status, headers } = await worker.visit(HOST, path);
  return [status, headers.get("location")];
}

const standing = [302, "https://example.com/stands"];

describe.each<[string, Fault]>([
  ...Object.entries(KV_FAILURES).map(([name, text]): [string, Fault] => [
    `fails (${name})`,
    { does: "throw", text },
  ]),
  ["hangs", { does: "hang" }],
])("while the store %s", (name, fault) => {
  it("a visitor gets every redirect from the database, and 404 for what is nowhere", async () => {
    await worker.forget();
    await worker.breakBindings({ SNAPSHOTS: fault });
    expect(await visit("/standing")).toEqual(standing);
    expect(await visit("/nowhere")).toEqual([404, undefined]);
  });

  it("the API writes, visitors see it at once, and the store follows by itself when it is back", async () => {
    await worker.breakBindings({ SNAPSHOTS: fault });
    const alias = `made-${name.length}`;
    const id = await createLink(alias, "https://example.com/1");
    expect(await visit(`/${alias}`)).toEqual([302, "https://example.com/1"]);
    await redirect(id, "https://example.com/2");
    expect(await visit(`/${alias}`)).toEqual([302, "https://example.com/2"]);
    await worker.mend();
    await worker.sweep();
    await worker.forget();
    await worker.breakBindings({ DB: { does: "throw", text: D1_FAILURES.lost } });
    expect(await visit(`/${alias}`)).toEqual([302, "https://example.com/2"]);
    await worker.mend();
    expect((await worker.call("DELETE", `/link/${id}`)).status).toBe(200);
  });
});

it.each([1, 2, 3, 4, 5])(
  "a store that refuses write %i of an import gets it by the next sweep",
  async (nth) => {
    const aliases = ["a", "b", "c", "d", "e"].map((letter) => `${letter}-${nth}`);
    await worker.breakBindings({
      PROJECTION: { does: "throw" },
      SNAPSHOTS: { does: "throw", on: "writes", first: nth, last: nth, text: KV_FAILURES.putThrottled },
    });
    const rows = aliases.map((alias) => ({ host: HOST, alias, destination: `https://example.com/${alias}` }));
    expect((await post("/bulk/import", { rows })).meta.created).toBe(5);
    await worker.sweep();
    for (const alias of aliases)
      expect(await visit(`/${alias}`)).toEqual([302, `https://example.com/${alias}`]);
    expect(await worker.audit()).toHaveLength(2);
  },
);

it("a write that lands late, after a newer one and after the sweep, does not stay", async () => {
  const id = await createLink("late", "https://example.com/0");
  await worker.breakBindings({ SNAPSHOTS: { does: "hang", on: "writes", last: 1 } });
  await redirect(id, "https://example.com/1");
  await redirect(id, "https://example.com/2");
  await worker.sweep();
  const stored = () => worker.store.get(`p:${HOST}/late`);
  expect(await stored()).toContain("https://example.com/2");
  await worker.mend();
  // By the time that a further sweep is over, the late one has landed.
  await worker.sweep();
  await readUntil(
    () => worker.audit(),
    (problems) => problems.length === 0,
    { deadlineMs: 10_000 },
  );
  expect(await stored()).toContain("https://example.com/2");
});

describe("a value in the store", () => {
  const KEY = `p:${HOST}/planted`;
  let id: string;
  let good: string;

  beforeAll(async () => {
    id = await createLink("planted", "https://example.com/good");
    good = (await worker.store.get(KEY)) ?? "";
    expect(good).toContain("https://example.com/good");
  });

  const evil = (text: string) => good.replaceAll("https://example.com/good", text);

  it.each<[string, (text: string) => string]>([
    ["that is cut off", (text) => text.slice(0, -9)],
    ["that is empty", () => ""],
    ["that is null", () => "null"],
    ["of another version", (text) => text.replace('"v":1', '"v":0')],
    ["of a later version", (text) => text.replace('"v":1', '"v":2')],
    ["of another shape", (text) => text.replace('"records":[', '"records":[7,')],
    ["without a number", (text) => text.replace(/"seq":\d+/, '"seq":"x"')],
    ["that leads to javascript:", () => evil("javascript:alert(1)")],
    ["that leads to JavaScript: behind a space", () => evil(" JavaScript:alert(1)")],
    ["that leads to data:", () => evil("data:text/html,x")],
    ["that leads nowhere", () => evil("//evil.example/")],
  ])("%s is none: the database answers, and with it down nobody is led astray", async (_, plant) => {
    const SNAPSHOTS: Fault = { does: "answer", values: { [KEY]: plant(good) } };
    await worker.forget();
    await worker.breakBindings({ SNAPSHOTS });
    expect(await visit("/planted")).toEqual([302, "https://example.com/good"]);
    await worker.forget();
    await worker.breakBindings({ SNAPSHOTS, DB: { does: "throw", text: D1_FAILURES.overloaded } });
    expect(await visit("/planted")).toEqual([503, undefined]);
  });

  const untilStored = (text: string) =>
    readUntil(
      () => worker.store.get(KEY),
      (stored) => stored === text,
      { deadlineMs: 10_000, everyMs: 20 },
    );

  it.each([
    ["that nobody can read", "{"],
    ["of an earlier version", '{"v":0,"seq":1,"records":[]}'],
  ])("%s is written anew after its first visit", async (_, text) => {
    await worker.forget();
    await worker.store.put(KEY, text);
    expect(await visit("/planted")).toEqual([302, "https://example.com/good"]);
    await untilStored(good);
  });

  it("that nobody can read is written anew after a later visit where the first could tell nobody", async () => {
    await worker.forget();
    await worker.store.put(KEY, "{");
    await worker.breakBindings({ PROJECTION: { does: "throw", text: QUEUE_FAILURES.overloaded } });
    expect(await visit("/planted")).toEqual([302, "https://example.com/good"]);
    await worker.mend();
    expect(await visit("/planted")).toEqual([302, "https://example.com/good"]);
    await untilStored(good);
  });

  it("that is not ours is gone with the next write of the record", async () => {
    await worker.store.put(KEY, evil("javascript:alert(1)"));
    await redirect(id, "https://example.com/next");
    expect(await worker.store.get(KEY)).toContain("https://example.com/next");
  });

  it("that is older than a write here is not shown, though a location still holds it", async () => {
    const old = await worker.store.get(KEY);
    await redirect(id, "https://example.com/newer");
    await worker.breakBindings({ SNAPSHOTS: { does: "answer", values: { [KEY]: old } } });
    expect(await visit("/planted")).toEqual([302, "https://example.com/newer"]);
  });

  it("that a location has not got yet is found by a record's very first visit", async () => {
    const alias = "very-first";
    await createLink(alias, "https://example.com/first");
    await worker.forget();
    await worker.breakBindings({ SNAPSHOTS: { does: "answer", values: { [`p:${HOST}/${alias}`]: null } } });
    expect(await visit(`/${alias}`)).toEqual([302, "https://example.com/first"]);
  });
});

describe("database and store together", () => {
  const both: [Fault["does"], Fault["does"]][] = [
    ["throw", "throw"],
    ["throw", "hang"],
    ["hang", "throw"],
    ["hang", "hang"],
  ];

  it.each(both)(
    "%s and %s: what memory once knew redirects, the rest is 503, never 404",
    async (db, store) => {
      await worker.forget();
      expect(await visit("/standing")).toEqual(standing);
      await worker.breakBindings({
        DB: { does: db, text: D1_FAILURES.overloaded },
        SNAPSHOTS: { does: store, text: KV_FAILURES.broken },
      });
      expect(await visit("/standing")).toEqual(standing);
      expect(await visit("/planted")).toEqual([503, undefined]);
      expect(await visit("/nowhere")).toEqual([503, undefined]);
      await worker.mend();
      expect((await visit("/planted"))[0]).toBe(302);
      expect(await visit("/nowhere")).toEqual([404, undefined]);
    },
  );

  it("fail: a call of the API is a 503, and a commit just before is finished by the sweep", async () => {
    await worker.breakBindings({ SNAPSHOTS: { does: "throw" } });
    const id = await createLink("outlives", "https://example.com/outlives");
    await worker.breakBindings({
      SNAPSHOTS: { does: "throw" },
      DB: { does: "throw", text: D1_FAILURES.slow },
    });
    expect((await worker.call("GET", `/link/${id}`)).status).toBe(503);
    await worker.mend();
    await worker.sweep();
    expect(await worker.store.get(`p:${HOST}/outlives`)).toContain("https://example.com/outlives");
  });
});
