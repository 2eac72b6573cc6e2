import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addClicks } from "../../../src/storage/click/add.ts";
import { clickOn, IPHONE, messageOf } from "../../support/click.ts";
import { meterDatabase, type MeteredDatabase } from "../../support/rows-read.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { createSite, type Site } from "../../support/site.ts";
import type { Click, ClickMessage } from "../../../src/queue-messages.ts";

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

async function count(name: string, messages: ClickMessage[]): Promise<{ read: number; written: number }> {
  expect(await addClicks(metered.env.DB, messages)).toEqual(messages.map(() => null));
  const { read, written } = metered.rows;
  const clicks = messages.reduce((sum, message) => sum + message.clicks.length, 0);
  figures.push(
    `${name}: ${(written / clicks).toFixed(2)} rows written and ${(read / clicks).toFixed(2)} read for each of ${clicks} clicks`,
  );
  return { read, written };
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

function inMessages(clicks: Click[]): ClickMessage[] {
  return Array.from({ length: Math.ceil(clicks.length / 100) }, (_, index) =>
    messageOf(...clicks.slice(index * 100, index * 100 + 100)),
  );
}

describe("a click alone, in a workspace of 20,000 records", () => {
  const alone = (atMs: number) => [
    messageOf(clickOn(ids[0]!, { atMs, country: "DE", referrer: "a.example", agent: IPHONE })),
  ];

  it("writes 32 rows where it is the first of its week, 17 after others, and reads at most 150", async () => {
    const first = await count("the first click of a week", alone(AT_MS));
    expect(first.written).toBeLessThanOrEqual(32);
    expect(first.read).toBeLessThanOrEqual(150);
    metered = meterDatabase();
    const later = await count("a later click", alone(AT_MS));
    expect(later.written).toBeLessThanOrEqual(17);
    expect(later.read).toBeLessThanOrEqual(150);
  });
});

describe("clicks under load", () => {
  it("of ten records write at most a tenth of a row each", async () => {
    await count("the first 10,000 of ten records", inMessages(variousClicks(10_000, 10)));
    metered = meterDatabase();
    const { read, written } = await count("10,000 of ten records", inMessages(variousClicks(10_000, 10)));
    expect(written).toBeLessThanOrEqual(1_000);
    expect(read).toBeLessThanOrEqual(5_000);
  });

  it("[21.2] of a thousand records write at most 18 rows for each of them, 12 where its day has begun", async () => {
    const clicks = variousClicks(1_000, 1_000);
    const first = await count("the first 1,000 of 1,000 records", inMessages(clicks));
    expect(first.written).toBeLessThanOrEqual(18_000);
    metered = meterDatabase();
    const later = await count("1,000 of 1,000 records", inMessages(clicks));
    expect(later.written).toBeLessThanOrEqual(12_000);
  });

  it("with a referrer of its own each write no more values than a day keeps", async () => {
    const clicks = Array.from({ length: 10_000 }, (_, index) =>
      clickOn(ids[50]!, { atMs: AT_MS + index, referrer: `page-${index}.example` }),
    );
    await count("the first 10,000 with a referrer of their own", inMessages(clicks));
    metered = meterDatabase();
    const { read, written } = await count("10,000 with a referrer of their own", inMessages(clicks));
    expect(written).toBeLessThanOrEqual(1_000);
    expect(read).toBeLessThanOrEqual(400_000);
  });
});
