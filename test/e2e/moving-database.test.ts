import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { FRESH_DATABASE, HOST, useWorkerPair } from "../support/worker-pair.ts";

/** D1 goes back to an earlier state, or is another database: what visitors get and what the store holds. */

const pair = useWorkerPair();

const COPY = "before the change";
/** Was made after the copy. */
const LATER_KEY = `p:${HOST}/later`;

let id: string;
/** What the store held before the restore. */
let newest: Record<string, string>;

const locationOf = async (path: string) => (await pair.visit(path)).location;
const seqOf = (text = "{}") => (JSON.parse(text) as { seq?: number }).seq ?? 0;

/** Lets the walk over the keys of the store come to its end. */
async function untilSwept(): Promise<Record<string, unknown> | undefined> {
  const [row] = await pair.untilCron(
    () => pair.select("SELECT * FROM key_sweeps"),
    ([sweep]) => sweep !== undefined && sweep["finished_at"] !== null,
  );
  return row;
}

/** Lets a walk be refused: then it is gone. */
const untilRefused = () =>
  pair.untilCron(
    () => pair.select("SELECT * FROM key_sweeps"),
    (sweeps) => sweeps.length === 0,
  );

/** As the operator's command does. */
const askForTombstones = () =>
  pair.sql(
    "INSERT OR REPLACE INTO key_sweeps (one, writes_tombstones, created_at) VALUES (1, 1, unixepoch() * 1000)",
  );

beforeAll(async () => {
  const body = { host: HOST, alias: "moved", destination: "https://good.example/" };
  const { data } = await pair.writer.call("POST", "/link", body);
  id = data[0].id;
  await pair.untilComplete();
  await pair.restart(() => pair.copyDatabase(COPY));
  await pair.writer.call("PUT", `/link/${id}`, { destination: "https://bad.example/" });
  await pair.writer.call("POST", "/link", { ...body, alias: "later" });
  await pair.untilComplete();
  expect(await locationOf("/moved")).toBe("https://bad.example/");
  newest = await pair.writer.stored();
  expect(newest).toHaveProperty([LATER_KEY]);
});

/** What a worker gets that starts now. */
beforeEach(() => pair.reader.forget());

describe("[19.8] an older copy of the database", () => {
  beforeAll(() => pair.restart(() => pair.putDatabase(COPY)));

  it("is what visitors get after the next heartbeat", async () => {
    expect(await locationOf("/moved")).toBe("https://bad.example/");
    await pair.untilWritten();
    await pair.reader.forget();
    expect(await locationOf("/moved")).toBe("https://good.example/");
    const { data } = await pair.writer.call("GET", "/links");
    expect(data).toMatchObject([{ destination: "https://good.example/" }]);
  });

  it("has every value written again, with a higher number than any from before the restore", async () => {
    const highest = Math.max(...Object.values(newest).map(seqOf));
    const stored = await pair.writer.stored();
    for (const key of [`h:${HOST}`, `p:${HOST}/moved`]) expect(seqOf(stored[key])).toBeGreaterThan(highest);
  });

  it("counts the key that it does not know, and leaves it", async () => {
    expect(await untilSwept()).toMatchObject({ unknown: 1, writes_tombstones: 0 });
    expect((await pair.writer.stored())[LATER_KEY]).toBe(newest[LATER_KEY]);
    expect(await locationOf("/later")).toBe("https://good.example/");
  });

  it("takes further writes, which beat those from before the restore", async () => {
    await pair.writer.call("PUT", `/link/${id}`, { destination: "https://better.example/" });
    await pair.untilComplete();
    await pair.reader.forget();
    expect(await locationOf("/moved")).toBe("https://better.example/");
    expect((await pair.writer.stored())[LATER_KEY]).toBe(newest[LATER_KEY]);
  });

  it("writes a tombstone for that key where somebody asks for it", async () => {
    await askForTombstones();
    expect(await untilSwept()).toMatchObject({ unknown: 1, writes_tombstones: 1 });
    await pair.untilComplete();
    await pair.reader.forget();
    expect((await pair.visit("/later")).status).toBe(404);
    expect(await locationOf("/moved")).toBe("https://better.example/");
  });
});

it("[19.8] follows a restore under the eyes of isolates that know a newer state", async () => {
  expect(await locationOf("/moved")).toBe("https://better.example/");
  await pair.restoreDatabase(COPY);
  await pair.untilWritten();
  // Nothing is forgotten but by its age.
  await readUntil(
    () => locationOf("/moved"),
    (location) => location === "https://good.example/",
  );
  await pair.untilComplete();
});

describe.each([
  ["without any hostname", FRESH_DATABASE],
  ["of another installation", COPY],
])("[19.8] a database %s", (_, copy) => {
  let known: Record<string, string>;

  beforeAll(async () => {
    known = await pair.writer.stored();
    await pair.restart(() => pair.putDatabase(copy));
    await pair.sql(
      `UPDATE installation SET database_id = 'another';
       UPDATE records SET destinations = '["https://foreign.example/"]'`,
    );
  });

  it("removes and overwrites nothing by itself, and visitors get what they got", async () => {
    for (let minute = 0; minute < 3; minute++) await pair.writer.sweep();
    expect(await locationOf("/moved")).toBe("https://good.example/");
    await pair.visit("/nowhere");
    await pair.untilWritten();
    expect(await pair.writer.stored()).toEqual(known);
  });

  it("writes no tombstone either, though somebody asks for it", async () => {
    await askForTombstones();
    await untilRefused();
    await pair.untilWritten();
    expect(await pair.writer.stored()).toEqual(known);
    await pair.reader.forget();
    expect(await locationOf("/moved")).toBe("https://good.example/");
  });
});
