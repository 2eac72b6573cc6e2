import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { batchIdPrefix } from "../../../src/clicks/batch-id.ts";
import { chunk } from "../../../src/runtime/chunk.ts";
import { foldClicks } from "../../../src/jobs/fold-clicks.ts";
import { storeClicks } from "../../../src/storage/click/store.ts";
import { rollUpDays } from "../../../src/storage/click/roll-up.ts";
import { deleteOldClicks } from "../../../src/storage/click/prune.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { clickOn, IPHONE, messageOf } from "../../support/click.ts";
import { meterDatabase, type MeteredDatabase } from "../../support/rows-read.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { createSite, type Site } from "../../support/site.ts";
import type { Click, ClickMessage } from "../../../src/queue-messages.ts";
import { jobRun } from "../../support/job-run.ts";

/** What counting costs, in rows that the database reads and writes. docs/clicks.md tells the figures. */

const RECORDS = 20_000;
const AT_MS = Date.UTC(2026, 0, 31, 12);
const COUNTRIES = ["DE", "FR", "GB", "US", "JP", "BR", "IN", "ES"];

let site: Site;
let ids: string[];
let metered: MeteredDatabase;

const figures: string[] = [];
afterAll(() => console.log(figures.join("\n")));

beforeAll(async () => {
  site = await createSite();
  await seedRecords(site.id, { host: site.host, count: RECORDS });
  ids = (await site.call("GET", "/links?per_page=1000")).body.data.map(({ id }: { id: string }) => id);
});

beforeEach(() => {
  metered = meterDatabase();
});

interface Rows {
  read: number;
  written: number;
}

/** Stores messages and adds them to sheets. */
async function count(name: string, messages: ClickMessage[]): Promise<Rows> {
  metered = meterDatabase();
  const { env, rows } = metered;
  expect(await storeClicks(env.DB, messages)).toEqual(messages.map(() => null));
  await foldClicks(jobRun(env, AT_MS));
  const clicks = messages.reduce((sum, message) => sum + message.clicks.length, 0);
  figures.push(
    `${name}: ${rows.written} rows written and ${rows.read} read for ${clicks} clicks, ${(rows.written / clicks).toFixed(2)} and ${(rows.read / clicks).toFixed(2)} a click`,
  );
  return { read: rows.read, written: rows.written };
}

/** As they come: several records, countries, pages, devices. */
function variousClicks(count: number, records: number): Click[] {
  return Array.from({ length: count }, (_, index) =>
    clickOn(ids[index % records]!, {
      atMs: AT_MS + index,
      country: COUNTRIES[index % COUNTRIES.length]!,
      referrer: `page-${index % 15}.example`,
      agent: index % 3 === 0 ? IPHONE : "",
    }),
  );
}

const toMessage = (clicks: Click[]) => messageOf(...clicks);

function inMessages(clicks: Click[]): ClickMessage[] {
  return Array.from({ length: Math.ceil(clicks.length / 100) }, (_, index) =>
    messageOf(...clicks.slice(index * 100, index * 100 + 100)),
  );
}

describe("a click alone, in a workspace of 20,000 records", () => {
  const clickAt = (atMs: number, country = "DE") =>
    clickOn(ids[999]!, { atMs, country, referrer: "a.example", agent: IPHONE });
  const alone = (atMs: number, country?: string) => [messageOf(clickAt(atMs, country))];

  it("[8.12] writes at most 6 rows, and reads at most 55", async () => {
    await count("the first click of a week", alone(AT_MS - DAY_MS));
    const first = await count("the first click of a day", alone(AT_MS));
    expect(first.written).toBeLessThanOrEqual(8);
    const later = await count("a later click", alone(AT_MS + HOUR_MS));
    expect(later.written).toBeLessThanOrEqual(6);
    expect(later.read).toBeLessThanOrEqual(55);
    const other = await count("a later click from another country", alone(AT_MS + 2 * HOUR_MS, "FR"));
    expect(other.written).toBeLessThanOrEqual(6);
  });

  it("[8.12] writes as many rows as twenty of one record in one message", async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => clickAt(AT_MS, COUNTRIES[index % 8]));
    expect((await count("twenty clicks in one message", [messageOf(...twenty)])).written).toBeLessThanOrEqual(
      6,
    );
  });

  it("is cleaned up with one row, and its sheet with one and one for the workspace", async () => {
    await count("one to be cleaned up", alone(AT_MS));
    metered = meterDatabase();
    await deleteOldClicks(metered.env.DB, AT_MS + 16 * DAY_MS);
    figures.push(`the clean-up after 15 days: ${metered.rows.written} rows written`);
    metered = meterDatabase();
    await deleteOldClicks(metered.env.DB, AT_MS + 16 * DAY_MS);
    figures.push(`the clean-up with nothing to do: ${metered.rows.read} rows read`);
    expect(metered.rows).toMatchObject({ written: 0 });
    expect(metered.rows.read).toBeLessThanOrEqual(20);
  });

  it("that is not there writes nothing each minute, and reads next to nothing", async () => {
    metered = meterDatabase();
    await foldClicks(jobRun(metered.env, AT_MS));
    expect(metered.rows.written).toBe(0);
    figures.push(`folding nothing: ${metered.rows.read} rows read`);
  });
});

it("[8.12] a day that joins a month writes three rows", async () => {
  const atMs = AT_MS - 100 * DAY_MS;
  const clicks = ids.slice(0, 500).map((id) => clickOn(id, { atMs, agent: IPHONE }));
  await storeClicks(env.DB, [messageOf(...clicks.slice(0, 250)), messageOf(...clicks.slice(250))]);
  await foldClicks(jobRun(env, AT_MS));
  await env.DB.prepare("UPDATE click_folder SET rolls_at = 0").run();
  const rollUp = async () => {
    metered = meterDatabase();
    while (await rollUpDays(metered.env.DB, AT_MS)) continue;
    return metered.rows;
  };
  await rollUp();
  await storeClicks(env.DB, [
    messageOf(...clicks.slice(0, 250).map((click) => clickOn(click[0], { atMs: atMs + DAY_MS }))),
  ]);
  await foldClicks(jobRun(env, AT_MS));
  await env.DB.prepare("UPDATE click_folder SET rolls_at = 0").run();
  const { read, written } = await rollUp();
  figures.push(
    `a day that joins its month: ${(written / 251).toFixed(2)} rows written and ${(read / 251).toFixed(2)} read`,
  );
  expect(written / 251).toBeLessThanOrEqual(3.1);
});

it("[8.12] a hundred messages of one delivery write as many rows as one", async () => {
  const messages = Array.from({ length: 100 }, (_, index) =>
    messageOf(clickOn(ids[7]!, { atMs: AT_MS + index })),
  );
  await count("the first of these", [messageOf(clickOn(ids[7]!, { atMs: AT_MS }))]);
  expect((await count("a hundred messages of one click", messages)).written).toBeLessThanOrEqual(8);
});

describe("clicks under load", () => {
  it("of ten records write at most a tenth of a row each", async () => {
    await count("the first 10,000 of ten records", inMessages(variousClicks(10_000, 10)));
    const { read, written } = await count("10,000 of ten records", inMessages(variousClicks(10_000, 10)));
    expect(written).toBeLessThanOrEqual(1_000);
    expect(read).toBeLessThanOrEqual(5_000);
  });

  it("[21.2] of a thousand records write at most 6 rows for each of them, 4 where its day has begun", async () => {
    const clicks = variousClicks(1_000, 1_000);
    const first = await count("the first 1,000 of 1,000 records", inMessages(clicks));
    expect(first.written).toBeLessThanOrEqual(6_000);
    const later = await count("1,000 of 1,000 records", inMessages(clicks));
    expect(later.written).toBeLessThanOrEqual(4_000);
  });

  it("with a referrer of its own each write no row for it", async () => {
    const clicks = Array.from({ length: 10_000 }, (_, index) =>
      clickOn(ids[50]!, { atMs: AT_MS + index, referrer: `page-${index}.example` }),
    );
    await count("the first 10,000 with a referrer of their own", inMessages(clicks));
    const { read, written } = await count("10,000 with a referrer of their own", inMessages(clicks));
    expect(written).toBeLessThanOrEqual(1_000);
    expect(read).toBeLessThanOrEqual(5_000);
  });

  it("of 20,000 records are added by at most 250 statements, of which cron has 500 a minute", async () => {
    const { results } = await env.DB.prepare("SELECT id FROM records LIMIT 20000").all<{ id: string }>();
    const clicks = results.map(({ id }, index) => clickOn(id, { atMs: AT_MS + index, agent: IPHONE }));
    for (const some of chunk(chunk(clicks, 100), 100)) await storeClicks(env.DB, some.map(toMessage));
    // So many records of one workspace wait first.
    await foldClicks(jobRun(env, AT_MS));
    metered = meterDatabase();
    const { rows } = metered;
    const startedMs = Date.now();
    await foldClicks(jobRun(metered.env, AT_MS + HOUR_MS));
    const ms = Date.now() - startedMs;
    figures.push(
      `20,000 clicks of 20,000 records are added by ${rows.statements} statements, ${rows.written} rows in ${ms} ms: ${Math.round((1_000 * ms) / rows.written)} µs each`,
    );
    expect(rows.written).toBeGreaterThan(60_000);
    expect(rows.statements).toBeLessThanOrEqual(250);
  });

  it("read the ids of all messages of the same 47 seconds, once for each delivery", async () => {
    const known = Array.from({ length: 20_000 }, () => messageOf(clickOn(ids[0]!, { atMs: AT_MS })).id);
    const timed = async (deliveries: number) => {
      metered = meterDatabase();
      const startedMs = Date.now();
      for (let index = 0; index < deliveries; index++)
        await storeClicks(metered.env.DB, [messageOf(clickOn(ids[0]!, { atMs: AT_MS }))]);
      return { read: metered.rows.read / deliveries, ms: (Date.now() - startedMs) / deliveries };
    };
    await env.DB.prepare("DELETE FROM click_batches").run();
    const alone = await timed(20);
    for (const [index, some] of chunk(known, 250).entries())
      await env.DB.prepare("INSERT INTO click_batches (id, ids) VALUES (?1, ?2)")
        .bind(`${batchIdPrefix(AT_MS)}-${index}`, JSON.stringify(some))
        .run();
    const among = await timed(20);
    figures.push(
      `a delivery beside 20,000 ids of its 47 seconds reads ${Math.round(among.read)} rows in ${among.ms} ms, beside none ${Math.round(alone.read)} in ${alone.ms} ms`,
    );
    expect(among.read).toBeGreaterThan(20_000);
    expect(among.read).toBeLessThanOrEqual(20_000 + 250);
    await env.DB.prepare("DELETE FROM click_batches").run();
  });
});
