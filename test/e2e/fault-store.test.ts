import { beforeAll, describe, expect, it } from "vitest";
import { HOST, useBreakableSite } from "../support/breakable-site.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { D1_FAILURES, KV_FAILURES, QUEUE_FAILURES, type Fault } from "../../scripts/lab/testbed/fault.ts";

/** The running worker while the store of snapshots fails, hangs, or holds what it should not. */

const site = useBreakableSite();

beforeAll(async () => {
  await site.createLink("standing", "https://example.com/stands");
});

async function redirect(id: string, destination: string): Promise<void> {
  expect((await site.worker.call("PUT", `/link/${id}`, { destination })).status).toBe(200);
}

const standing = [302, "https://example.com/stands"];

describe.each<[string, Fault]>([
  ...Object.entries(KV_FAILURES).map(([name, text]): [string, Fault] => [
    `fails (${name})`,
    { does: "throw", text },
  ]),
  ["hangs", { does: "hang" }],
])("while the store %s", (name, fault) => {
  it("[20.4] a visitor gets every redirect from the database, and 404 for what is nowhere", async () => {
    await site.worker.forget();
    await site.worker.breakBindings({ SNAPSHOTS: fault });
    expect(await site.visit("/standing")).toEqual(standing);
    expect(await site.visit("/nowhere")).toEqual([404, undefined]);
  });

  it("[25.6] GET /healthz is a 503", async () => {
    await site.worker.breakBindings({ SNAPSHOTS: fault });
    const answer = await fetch(`http://127.0.0.1:${site.worker.port}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: "down", database: "ok", store: "failing" },
    ]);
  });

  it("[20.4] the API writes, visitors see it at once, and the store follows by itself when it is back", async () => {
    await site.worker.breakBindings({ SNAPSHOTS: fault });
    const alias = `made-${name.length}`;
    const id = await site.createLink(alias, "https://example.com/1");
    expect(await site.visit(`/${alias}`)).toEqual([302, "https://example.com/1"]);
    await redirect(id, "https://example.com/2");
    expect(await site.visit(`/${alias}`)).toEqual([302, "https://example.com/2"]);
    await site.worker.mend();
    // A write that met the fault may still hold its lease, for which one sweep does not wait.
    await readUntil(
      async () => {
        await site.worker.sweep();
        return site.worker.db.prepare("SELECT count(*) AS notes FROM pending").first("notes");
      },
      (notes) => notes === 0,
    );
    await site.worker.forget();
    await site.worker.breakBindings({ DB: { does: "throw", text: D1_FAILURES.lost } });
    expect(await site.visit(`/${alias}`)).toEqual([302, "https://example.com/2"]);
    await site.worker.mend();
    expect((await site.worker.call("DELETE", `/link/${id}`)).status).toBe(200);
  });
});

it.each([1, 2, 3, 4, 5])(
  "[20.4] a store that refuses write %i of an import gets it by the next sweep",
  async (nth) => {
    const aliases = ["a", "b", "c", "d", "e"].map((letter) => `${letter}-${nth}`);
    // The hostname is behind from its first import on: its own snapshot is none of those below.
    await site.worker.breakBindings({ PROJECTION: { does: "throw" } });
    const before = { host: HOST, alias: `before-${nth}`, destination: "https://example.com/before" };
    await site.post("/bulk/import", { rows: [before] });
    await site.worker.sweep();
    await site.worker.breakBindings({
      PROJECTION: { does: "throw" },
      SNAPSHOTS: { does: "throw", on: "writes", first: nth, last: nth, text: KV_FAILURES.putThrottled },
    });
    const rows = aliases.map((alias) => ({ host: HOST, alias, destination: `https://example.com/${alias}` }));
    expect((await site.post("/bulk/import", { rows })).meta.created).toBe(5);
    await site.worker.sweep();
    for (const alias of aliases)
      expect(await site.visit(`/${alias}`)).toEqual([302, `https://example.com/${alias}`]);
    expect(await site.worker.countFaults()).toMatchObject({ SNAPSHOTS: 1 });
  },
);

it("[20.4] a write that lands late, after a newer one and after the sweep, does not stay", async () => {
  const id = await site.createLink("late", "https://example.com/0");
  await site.worker.breakBindings({ SNAPSHOTS: { does: "hang", on: "writes", last: 1 } });
  await redirect(id, "https://example.com/1");
  await redirect(id, "https://example.com/2");
  await site.worker.sweep();
  const stored = () => site.worker.store.get(`p:${HOST}/late`);
  expect(await stored()).toContain("https://example.com/2");
  await site.worker.mend();
  // By the time that a further sweep is over, the late one has landed.
  await site.worker.sweep();
  await readUntil(
    () => site.worker.audit(),
    (problems) => problems.length === 0,
  );
  expect(await stored()).toContain("https://example.com/2");
});

describe("a value in the store", () => {
  const KEY = `p:${HOST}/planted`;
  let id: string;
  let good: string;

  beforeAll(async () => {
    id = await site.createLink("planted", "https://example.com/good");
    good = (await site.worker.store.get(KEY)) ?? "";
    expect(good).toContain("https://example.com/good");
  });

  const evil = (text: string) => good.replaceAll("https://example.com/good", text);

  it.each<[string, (text: string) => string]>([
    ["that is cut off", (text) => text.slice(0, -9)],
    ["that is empty", () => ""],
    ["that is null", () => "null"],
    ["of another version", (text) => text.replace('"v":1', '"v":0')],
    ["of a later version", (text) => text.replace('"v":1', '"v":3')],
    ["of another shape", (text) => text.replace('"records":[', '"records":[7,')],
    ["without a number", (text) => text.replace(/"seq":\d+/, '"seq":"x"')],
    ["that leads to javascript:", () => evil("javascript:alert(1)")],
    ["that leads to JavaScript: behind a space", () => evil(" JavaScript:alert(1)")],
    ["that leads to data:", () => evil("data:text/html,x")],
    ["that leads nowhere", () => evil("//evil.example/")],
  ])("[20.5] %s is none: the database answers, and with it down nobody is led astray", async (_, plant) => {
    const SNAPSHOTS: Fault = { does: "answer", values: { [KEY]: plant(good) } };
    // A repair would bring the good value back into memory, seconds later where the database failed it.
    const PROJECTION: Fault = { does: "throw", text: QUEUE_FAILURES.overloaded };
    await site.worker.breakBindings({ SNAPSHOTS, PROJECTION });
    await site.worker.forget();
    expect(await site.visit("/planted")).toEqual([302, "https://example.com/good"]);
    await site.worker.forget();
    const DB: Fault = { does: "throw", text: D1_FAILURES.overloaded };
    await site.worker.breakBindings({ SNAPSHOTS, PROJECTION, DB });
    expect(await site.visit("/planted")).toEqual([503, undefined]);
  });

  const untilStored = (text: string) =>
    readUntil(
      () => site.worker.store.get(KEY),
      (stored) => stored === text,
      { everyMs: 20 },
    );

  it.each([
    ["that nobody can read", "{"],
    ["of an earlier version", '{"v":0,"seq":1,"records":[]}'],
  ])("[20.5] %s is written again after its first visit", async (_, text) => {
    await site.worker.forget();
    await site.worker.store.put(KEY, text);
    expect(await site.visit("/planted")).toEqual([302, "https://example.com/good"]);
    await untilStored(good);
  });

  it("[20.5] that nobody can read is written again after a later visit if the first visit could not report it", async () => {
    await site.worker.forget();
    await site.worker.store.put(KEY, "{");
    await site.worker.breakBindings({ PROJECTION: { does: "throw", text: QUEUE_FAILURES.overloaded } });
    expect(await site.visit("/planted")).toEqual([302, "https://example.com/good"]);
    await site.worker.mend();
    expect(await site.visit("/planted")).toEqual([302, "https://example.com/good"]);
    await untilStored(good);
  });

  it("[20.5] that is not ours is gone with the next write of the record", async () => {
    await site.worker.store.put(KEY, evil("javascript:alert(1)"));
    await redirect(id, "https://example.com/next");
    expect(await site.worker.store.get(KEY)).toContain("https://example.com/next");
  });

  it("[20.5] that is older than a write here is not shown, though a location still holds it", async () => {
    const old = await site.worker.store.get(KEY);
    await redirect(id, "https://example.com/newer");
    await site.worker.breakBindings({ SNAPSHOTS: { does: "answer", values: { [KEY]: old } } });
    expect(await site.visit("/planted")).toEqual([302, "https://example.com/newer"]);
  });

  it("[19.2] that a location has not got yet is found by a record's very first visit", async () => {
    const alias = "very-first";
    await site.createLink(alias, "https://example.com/first");
    await site.worker.forget();
    await site.worker.breakBindings({
      SNAPSHOTS: { does: "answer", values: { [`p:${HOST}/${alias}`]: null } },
    });
    expect(await site.visit(`/${alias}`)).toEqual([302, "https://example.com/first"]);
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
    "[20.6] %s and %s: what memory once knew redirects, the rest is 503, never 404",
    async (db, store) => {
      // Nothing that is still to be projected comes into memory behind the test's back.
      await site.worker.breakBindings({ SNAPSHOTS: { does: "throw", on: "writes" } });
      await site.worker.forget();
      expect(await site.visit("/standing")).toEqual(standing);
      await site.worker.breakBindings({
        DB: { does: db, text: D1_FAILURES.overloaded },
        SNAPSHOTS: { does: store, text: KV_FAILURES.broken },
      });
      expect(await site.visit("/standing")).toEqual(standing);
      expect(await site.visit("/planted")).toEqual([503, undefined]);
      expect(await site.visit("/nowhere")).toEqual([503, undefined]);
      await site.worker.mend();
      expect((await site.visit("/planted"))[0]).toBe(302);
      expect(await site.visit("/nowhere")).toEqual([404, undefined]);
    },
  );

  it("fail: a call of the API is a 503, and a commit just before is finished by the sweep", async () => {
    await site.worker.breakBindings({ SNAPSHOTS: { does: "throw" } });
    const id = await site.createLink("outlives", "https://example.com/outlives");
    await site.worker.breakBindings({
      SNAPSHOTS: { does: "throw" },
      DB: { does: "throw", text: D1_FAILURES.slow },
    });
    expect((await site.worker.call("GET", `/link/${id}`)).status).toBe(503);
    await site.worker.mend();
    await site.worker.sweep();
    expect(await site.worker.store.get(`p:${HOST}/outlives`)).toContain("https://example.com/outlives");
  });
});
