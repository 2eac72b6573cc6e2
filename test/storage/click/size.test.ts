import { MAX_CLICKS } from "../../../src/clicks/buffer.ts";
import { env } from "cloudflare:workers";
import { afterAll, expect, it } from "vitest";
import { clickOn, deliver, IPHONE, messageOf } from "../../support/click.ts";
import { foldMisses } from "../../../src/jobs/fold-misses.ts";
import { chunk } from "../../../src/runtime/chunk.ts";
import { importInto } from "../../support/import.ts";
import { jobRun } from "../../support/job-run.ts";
import { missOn } from "../../support/miss.ts";
import { createSite } from "../../support/site.ts";

/** What things take in the stores. docs/scaling.md tells the figures. */

const RECORDS = 2_000;
const AT_MS = Date.UTC(2026, 0, 31, 12);

const figures: string[] = [];
afterAll(() => console.log(figures.join("\n")));

async function databaseSize(): Promise<number> {
  return (await env.DB.prepare("SELECT 1").run()).meta.size_after;
}

/** The bytes of the values that undos need. */
async function undoSize(): Promise<number> {
  const row = await env.DB.prepare("SELECT coalesce(sum(bytes), 0) AS bytes FROM changes").first<{
    bytes: number;
  }>();
  return row?.bytes ?? 0;
}

function expectAtMost(name: string, bytes: number, most: number): void {
  figures.push(`${name}: ${Math.round(bytes / RECORDS)} bytes`);
  expect(bytes / RECORDS).toBeLessThanOrEqual(most);
}

const clicksOf = (ids: string[]) =>
  ids.map((id) => clickOn(id, { atMs: AT_MS, country: "DE", referrer: "page.example", agent: IPHONE }));

it("[21.2] a link with title and two tags takes at most 2,000 bytes of D1, a day of it with one click 1,500 more, the undo of its import 50", async () => {
  const site = await createSite();
  const rows = Array.from({ length: RECORDS }, (_, index) => ({
    handler: "short-url",
    host: site.host,
    alias: `link-${index}`,
    destination: `https://www.brand.example/campaign/summer/landing?ref=${index}`,
    title: `Summer campaign ${index}`,
    tags: ["summer", "newsletter"],
  }));
  const empty = await databaseSize();
  const ids = (await importInto(site, rows)).map(({ id }) => id ?? "");
  const [imported, undo] = [await databaseSize(), await undoSize()];
  expectAtMost("a link in D1", imported - undo - empty, 2_000);
  expectAtMost("the undo of its import in D1", undo, 50);
  await deliver([messageOf(...clicksOf(ids))]);
  expectAtMost("a day of it with one click in D1", (await databaseSize()) - imported, 1_500);
});

it.each([1, 10, 250])(
  "[21.2] the id of a message takes at most 65 bytes of D1, %d in a row",
  async (together) => {
    const messages = 10_000;
    const rows = Array.from({ length: messages / together }, (_, row) => {
      const [first, ...others] = Array.from(
        { length: together },
        () => messageOf(clickOn("", { atMs: row })).id,
      );
      return [first, others.length === 0 ? null : JSON.stringify(others)];
    });
    await env.DB.prepare("DELETE FROM click_batches").run();
    const empty = await databaseSize();
    for (const some of chunk(rows, 1_000))
      await env.DB.prepare(
        "INSERT INTO click_batches (id, ids) SELECT value ->> 0, value ->> 1 FROM json_each(?1)",
      )
        .bind(JSON.stringify(some))
        .run();
    const bytes = ((await databaseSize()) - empty) / messages;
    figures.push(`the id of a message in D1, ${together} in a row: ${bytes.toFixed(1)} bytes`);
    expect(bytes).toBeLessThanOrEqual(65);
  },
);

it("[21.2] a missed path takes at most 1,200 bytes of D1", async () => {
  const hosts = await Promise.all(Array.from({ length: 5 }, async () => (await createSite()).host));
  const missed = hosts.flatMap((host) =>
    Array.from({ length: 400 }, (_, index) =>
      missOn(host, `/magazine/2019/a-page-that-has-moved-${index}.html`, { referrer: "page.example" }),
    ),
  );
  const empty = await databaseSize();
  for (const some of chunk(missed, 100)) await deliver([messageOf(...([...some, ...some] as never[]))]);
  await foldMisses(jobRun(env, Date.now()));
  const stored = (await env.DB.prepare("SELECT count(*) AS n FROM misses").first<number>("n")) ?? 0;
  const bytes = ((await databaseSize()) - empty) / stored;
  figures.push(`a missed path in D1: ${Math.round(bytes)} bytes, of ${stored}`);
  expect(stored).toBeGreaterThan(1_500);
  expect(bytes).toBeLessThanOrEqual(1_200);
});

it("[21.2] a link takes at most 400 bytes of KV, its key not counted", async () => {
  const site = await createSite();
  await site.createLink({
    alias: "link-1",
    destination: "https://www.brand.example/campaign/summer/landing?ref=1",
  });
  const key = `p:${site.host}/link-1`;
  const length = (await env.SNAPSHOTS.get(key))?.length;
  figures.push(`a link in KV: ${length} bytes under a key of ${key.length}`);
  expect(length).toBeLessThanOrEqual(400);
});

it("[21.2] a full message of clicks takes at most 64,000 bytes, so that the queue bills it as one", () => {
  const ids = Array.from({ length: MAX_CLICKS }, () => crypto.randomUUID());
  const bytes = new TextEncoder().encode(JSON.stringify(messageOf(...clicksOf(ids)))).length;
  figures.push(`a message of ${MAX_CLICKS} clicks: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(64_000);
});
