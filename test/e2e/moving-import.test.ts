import { beforeAll, beforeEach, expect, it } from "vitest";
import { KV_FAILURES } from "../../scripts/lab/testbed/fault.ts";
import { HOST, useWorkerPair, type Visited } from "../support/worker-pair.ts";

/**
 * An import on a hostname with a wildcard while the store takes none of its values: what visitors get from a
 * worker that did not import.
 */

const ROWS = 3_000;
/** As many as an isolate has look-ups in flight for hostnames that are behind. */
const LOOK_UPS = 20;
/** How often a path is visited whose lookup fails. */
const ATTEMPTS = 10;
const ARCHIVE = "https://archive.example/";

const pair = useWorkerPair();

const pathOf = (row: number) => `/page/${row}`;
const destinationOf = (row: number) => `https://new.example/${row}`;
/** Numbers of rows, spread over the whole import. */
const some = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => (from + index * Math.floor(ROWS / count)) % ROWS);

const permanent = (location: string): Visited => ({ status: 301, location, isCacheable: true });
const temporary = (location: string): Visited => ({ status: 302, location, isCacheable: false });

beforeAll(async () => {
  const { data } = await pair.writer.call("POST", "/redirect", { url: `${HOST}/*`, destination: ARCHIVE });
  await pair.untilComplete();
  // From here on a missing value proves that there is nothing.
  expect(await pair.visit("/unknown")).toEqual(permanent(ARCHIVE));
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    url: HOST + pathOf(row),
    destination: destinationOf(row),
  }));
  await pair.writer.breakBindings({
    SNAPSHOTS: { does: "throw", on: "writes", key: "p:", text: KV_FAILURES.putThrottled },
  });
  // The hostname's own key is put right before, and takes one write a second.
  await pair.writer.call("PUT", `/redirect/${data[0].id}`, { title: "What is not found" });
  const { meta } = await pair.writer.call("POST", "/bulk/import", { rows });
  expect(meta.created).toBe(ROWS);
});

/** What a worker gets that starts now. */
beforeEach(() => pair.reader.forget());

it("[19.2] answers every imported path with its own destination as long as the look-ups have room", async () => {
  expect(await pair.completeness()).toBe(false);
  expect(Object.keys(await pair.writer.stored("p:"))).toEqual([]);
  let rows = some(500, 0);
  // Both workers write to one file, so a lookup may fail; then the answer is unconfirmed, and a later visit asks again.
  for (let attempt = 0; rows.length > 0 && attempt < ATTEMPTS; attempt++) {
    const answers = await pair.visitAll(rows.map(pathOf), LOOK_UPS);
    const failed = rows.filter((_, index) => answers[index]?.location === ARCHIVE);
    expect(answers).toEqual(
      rows.map((row) => (failed.includes(row) ? temporary(ARCHIVE) : permanent(destinationOf(row)))),
    );
    rows = failed;
    await pair.reader.forget();
  }
  expect(rows).toEqual([]);
});

it("[19.7] answers further visitors with the wildcard at worst, and forbids caching that answer", async () => {
  const rows = some(500, 1);
  const answers = await pair.visitAll(rows.map(pathOf), 10 * LOOK_UPS);
  const isOwn = answers.map(({ location }, index) => location === destinationOf(rows[index] ?? -1));
  const imported = answers.filter((_, index) => isOwn[index]);
  const unconfirmed = answers.filter((_, index) => !isOwn[index]);
  console.log(`${imported.length} imported destinations, ${unconfirmed.length} unconfirmed wildcards`);
  expect(imported.length).toBeGreaterThanOrEqual(LOOK_UPS);
  expect(imported.every(({ status }) => status === 301)).toBe(true);
  expect(unconfirmed).toEqual(unconfirmed.map(() => temporary(ARCHIVE)));
});

it("[19.7] answers with the wildcard that nobody may keep while the database is down as well", async () => {
  await pair.reader.breakBindings({ DB: { does: "throw" } });
  const answers = await pair.visitAll(some(50, 2).map(pathOf), LOOK_UPS);
  expect(answers).toEqual(answers.map(() => temporary(ARCHIVE)));
  await pair.reader.mend();
});

it("[19.6] answers unknown paths of the hostname with the wildcard, from the database", async () => {
  await pair.reader.breakBindings({ DB: { does: "count", on: "reads" } });
  expect(await pair.visit("/unknown")).toMatchObject({ location: ARCHIVE });
  expect(await pair.reader.countFaults()).toEqual({ DB: 1 });
  await pair.reader.mend();
});

it("[19.6] answers all from the store alone once it has every value, for two minutes", async () => {
  await pair.writer.mend();
  await pair.untilWritten();
  expect(Object.keys(await pair.writer.stored("p:"))).toHaveLength(ROWS);
  expect(await pair.completeness()).toBe(false);
  await pair.untilComplete();
  await pair.reader.forget();
  await pair.reader.breakBindings({ DB: { does: "count" } });
  const rows = some(100, 3);
  expect(await pair.visitAll(rows.map(pathOf), LOOK_UPS)).toEqual(
    rows.map((row) => permanent(destinationOf(row))),
  );
  const unknown = some(100, 4).map((row) => `/unknown/${row}`);
  expect(await pair.visitAll(unknown, LOOK_UPS)).toEqual(unknown.map(() => permanent(ARCHIVE)));
  expect(await pair.reader.countFaults()).toEqual({});
});
