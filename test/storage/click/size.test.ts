import { MAX_CLICKS } from "../../../src/clicks/buffer.ts";
import { env } from "cloudflare:workers";
import { afterAll, expect, it } from "vitest";
import { clickOn, deliver, IPHONE, messageOf } from "../../support/click.ts";
import { importInto } from "../../support/import.ts";
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
