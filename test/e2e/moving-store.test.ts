import { beforeAll, beforeEach, expect, it } from "vitest";
import { KV_FAILURES } from "../../scripts/lab/testbed/fault.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { HOST, useWorkerPair, type Visited } from "../support/worker-pair.ts";

/** A store that was emptied, as by another namespace in the settings: nothing is lost, and it is filled by itself. */

const REDIRECTS = Array.from({ length: 40 }, (_, number) => ({
  path: `/old/${number}`,
  destination: `https://new.example/${number}`,
}));
const PATHS = REDIRECTS.map(({ path }) => path);
const ARCHIVE = "https://archive.example/";

const pair = useWorkerPair();

const permanent = (location: string): Visited => ({ status: 301, location, isCacheable: true });
const ALL_RIGHT = REDIRECTS.map(({ destination }) => permanent(destination));

let before: Record<string, string>;

beforeAll(async () => {
  await pair.writer.call("POST", "/redirect", { url: `${HOST}/*`, destination: ARCHIVE });
  const rows = REDIRECTS.map(({ path, destination }) => ({ url: HOST + path, destination }));
  await pair.writer.call("POST", "/bulk/import", { rows });
  await pair.untilComplete();
  expect(await pair.visitAll([...PATHS, "/unknown"], 5)).toEqual([...ALL_RIGHT, permanent(ARCHIVE)]);
  before = await pair.writer.stored();
  await pair.restart(pair.emptyStore);
  await forgetMarker();
  // The values of paths stay out until a test lets them in.
  for (const worker of [pair.writer, pair.reader]) {
    await worker.breakBindings({
      SNAPSHOTS: { does: "throw", on: "writes", key: "p:", text: KV_FAILURES.putBroken },
    });
  }
});

/** The marker was put so long ago that its absence counts. */
const forgetMarker = () => pair.sql("UPDATE installation SET marker_put_at = 0");

const keysStored = async () => Object.keys(await pair.writer.stored()).toSorted();

/** What a worker gets that starts now. */
beforeEach(() => pair.reader.forget());

it("[19.8] answers each redirect right at its first visit", async () => {
  expect(await pair.writer.stored()).toEqual({});
  expect(await pair.visitAll(PATHS, 5)).toEqual(ALL_RIGHT);
});

it("[19.6] is told by the first visits that the hostname is behind, and answers each redirect right from then on", async () => {
  await readUntil(pair.completeness, (complete) => complete === false);
  expect(Object.keys(await pair.writer.stored("p:"))).toEqual([]);
  expect(await pair.visitAll(PATHS, 5)).toEqual(ALL_RIGHT);
});

it("[19.6] has the store filled, and only two minutes after the last value called complete", async () => {
  await pair.writer.mend();
  await pair.reader.mend();
  await pair.untilCron(keysStored, (keys) => keys.length >= Object.keys(before).length);
  expect(await keysStored()).toEqual(Object.keys(before).toSorted());
  expect(await pair.completeness()).toBe(false);
  await pair.untilComplete();
  await pair.reader.forget();
  // A queue that the reader works off may ask the database meanwhile; visits by themselves do not.
  await readUntil(
    async () => {
      await pair.reader.breakBindings({ DB: { does: "count" } });
      expect(await pair.visitAll([...PATHS, "/unknown"], 5)).toEqual([...ALL_RIGHT, permanent(ARCHIVE)]);
      return pair.reader.countFaults();
    },
    (counts) => Object.keys(counts).length === 0,
  );
  await pair.reader.mend();
});

it("[19.8] is filled by cron alone where nobody visits", async () => {
  await pair.restart(pair.emptyStore);
  await forgetMarker();
  await pair.untilCron(keysStored, (keys) => keys.length >= Object.keys(before).length);
  expect(await keysStored()).toEqual(Object.keys(before).toSorted());
  expect(await pair.completeness()).toBe(false);
  await pair.untilComplete();
});
