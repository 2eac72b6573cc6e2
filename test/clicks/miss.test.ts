import { describe, expect, it } from "vitest";
import {
  addMiss,
  dropOldDays,
  formatFirsts,
  parseFirsts,
  type MissDay,
  type MissRow,
} from "../../src/clicks/miss-day.ts";
import { tallyMisses, type PathCount } from "../../src/clicks/miss-tally.ts";
import { readMissedPath } from "../../src/clicks/missed-path.ts";
import type { Misses } from "../../src/domain/misses.ts";
import type { Miss } from "../../src/queue-messages.ts";
import { hostname } from "../support/hostname.ts";

describe("[31.5] a missed path", () => {
  it.each([
    ["/a/B%C3%A9", "/a/Bé"],
    ["/a/", "/a"],
    ["/:id", "/:id"],
    ["/mail/jo@example.com/x", "/mail/:redacted/x"],
    ["/mail/jo%40example.com", "/mail/:redacted"],
    ["/u/0123456789abcdef0123", "/u/:redacted"],
    ["/u/0123456789abcdef012", "/u/0123456789abcdef012"],
    ["/u/550e8400-e29b-41d4-a716-446655440000", "/u/:redacted"],
    ["/reset/dGhpc2lzYXRva2VuMTIz", "/reset/:redacted"],
    ["/s/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.x", "/s/:redacted"],
    [
      "/blog/how-to-move-a-site-in-2026-and-keep-its-visitors",
      "/blog/how-to-move-a-site-in-2026-and-keep-its-visitors",
    ],
    ["/Web/getElementsByClassName", "/Web/getElementsByClassName"],
    ["/wp-login.php", "(probes)"],
    ["/x/.ENV", "(probes)"],
    ["/index.PHP", "(probes)"],
    ["/.well-known/assetlinks.json", "(probes)"],
    ["/photography", "/photography"],
    [`/${"ab ".repeat(200)}`, "(other)"],
    [`/${"é/".repeat(100)}x`, `/${"é/".repeat(100)}x`],
    [`/${"é/".repeat(180)}x`, "(other)"],
  ])("%s is kept as %s", (raw, path) => {
    expect(readMissedPath(raw)).toEqual({ path, isRedacted: path.includes(":redacted") });
  });
});

const NOON_MS = Date.UTC(2026, 0, 31, 12);
const DAY = Math.floor(NOON_MS / 86_400_000);
const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const miss = (
  path: string,
  { agent = PERSON, isCrawler = 0, referrer = "", host = hostname("a.test") } = {},
): Miss => ["", NOON_MS, isCrawler === 1 ? 1 : 0, "", referrer, agent, "", path, host];

it("[31.4] tells people, crawlers from published addresses and other bots apart, by hostname and day", () => {
  const settings = new Map<string, Misses>([
    ["a.test", "unmatched"],
    ["off.test", "off"],
  ]);
  const stored = tallyMisses(
    [
      miss("/x", { referrer: "news.example" }),
      miss("/x", { agent: GOOGLE }),
      miss("/x", { agent: GOOGLE, isCrawler: 1 }),
      miss("/x", { isCrawler: 1 }),
      miss("/x", { host: hostname("off.test") }),
      miss("/x", { host: hostname("unknown.test") }),
      miss("/.git/config", { referrer: "spam.example" }),
    ],
    settings,
  );
  expect(Object.keys(stored?.of ?? {})).toEqual(["a.test"]);
  expect(stored?.of["a.test"]?.[DAY]).toMatchObject([
    { path: "/x", people: 2, crawlers: 1, bots: 1, referrers: { "news.example": 1 } },
    { path: "(probes)", people: 1, referrers: {} },
  ]);
  expect(tallyMisses([miss("/x", { host: hostname("off.test") })], settings)).toBeNull();
});

it("[31.3] counts referrers with names that every object inherits", () => {
  const settings = new Map<string, Misses>([["a.test", "unmatched"]]);
  const names = ["constructor", "__proto__", "news.example"];
  const stored = tallyMisses(
    [...names, ...names].map((referrer) => miss("/x", { referrer })),
    settings,
  );
  const message = JSON.parse(JSON.stringify(stored)) as NonNullable<typeof stored>;
  const [tallied] = message.of["a.test"]?.[DAY] ?? [];
  const site = newDay();
  add(site, tallied as PathCount);
  const row = add(site, tallied as PathCount);
  expect(Object.entries(row?.referrers ?? {}).toSorted()).toEqual([
    ["__proto__", 4],
    ["constructor", 4],
    ["news.example", 4],
  ]);
});

const count = (path: string, counts: Partial<PathCount> = {}): PathCount => ({
  path,
  isRedacted: false,
  people: 0,
  crawlers: 0,
  bots: 0,
  firstAtMs: NOON_MS,
  lastAtMs: NOON_MS,
  referrers: {},
  ...counts,
});

function newDay(): { day: MissDay; rows: Map<string, MissRow>; room: { paths: number } } {
  const day = { day: DAY, paths: { people: 0, crawlers: 0, bots: 0 }, firsts: new Map() };
  return { day, rows: new Map(), room: { paths: 20_000 } };
}

const add = ({ day, rows, room }: ReturnType<typeof newDay>, added: PathCount) =>
  addMiss(day, rows, added, room, (path) => path.toLowerCase());

describe("[31.6] the budget of a day", () => {
  it("keeps a path from its second visit on, and from the first of a crawler", () => {
    const site = newDay();
    expect(add(site, count("/a", { people: 1, firstAtMs: NOON_MS - 5_000 }))).toBeNull();
    // What is remembered goes through the database as text.
    site.day.firsts = parseFirsts(formatFirsts(site.day.firsts));
    const again = add(site, count("/A", { bots: 1 }));
    expect(again).toMatchObject({
      people: 1,
      bots: 1,
      firstAtMs: NOON_MS - 5_000,
      days: { [DAY]: [1, 0, 1] },
    });
    expect(add(site, count("/b", { crawlers: 1 }))).toMatchObject({ path: "/b", crawlers: 1 });
    expect(add(site, count("/c", { people: 2 }))).toMatchObject({ path: "/c", people: 2 });
    expect(site.day.firsts.size).toBe(0);
    const tomorrow = newDay();
    expect(
      add(
        { ...tomorrow, rows: site.rows, day: { ...tomorrow.day, day: DAY + 1 } },
        count("/b", { people: 1 }),
      ),
    ).toMatchObject({
      people: 1,
      crawlers: 1,
    });
  });

  it.each([
    ["people", 600],
    ["crawlers", 600],
    ["bots", 200],
  ] as const)("leaves the reserved places to others than %s, who fill %i", (asker, most) => {
    const site = newDay();
    for (let index = 0; index < 1_500; index++) add(site, count(`/${index}`, { [asker]: 2 }));
    expect(site.day.paths[asker]).toBe(most);
    expect(site.rows.get("(other)")?.[asker]).toBe(2 * (1_500 - most));
    for (const other of ["people", "crawlers"] as const) {
      for (let index = 0; index < 500; index++) add(site, count(`/${other}-${index}`, { [other]: 2 }));
      expect(site.day.paths[other], other).toBeGreaterThanOrEqual(400);
    }
    const { people, crawlers, bots } = site.day.paths;
    expect(people + crawlers + bots).toBe(1_000);
  });

  it("has no room for new paths where workspace or installation are full, and counts known ones", () => {
    const site = newDay();
    add(site, count("/known", { people: 2 }));
    site.room.paths = 0;
    const next = { ...site, day: { ...newDay().day, day: DAY + 1 } };
    expect(add(next, count("/known", { people: 1 }))?.path).toBe("/known");
    expect(add(next, count("/new", { people: 2 }))?.path).toBe("(other)");
  });

  it("is bounded under a scanner that asks for ever more paths, as a person or as a bot", () => {
    for (const asker of ["people", "bots"] as const) {
      const site = newDay();
      for (let index = 0; index < 50_000; index++) add(site, count(`/scan-${index}`, { [asker]: 1 }));
      expect(site.rows.size).toBe(0);
      expect(formatFirsts(site.day.firsts).length).toBeLessThanOrEqual(26_000);
      expect(add(site, count("/visited", { people: 2 }))?.path).toBe("/visited");
    }
  });
});

it("[31.3] forgets days after thirty, and then the path", () => {
  const site = newDay();
  const row = add(site, count("/a", { people: 2, firstAtMs: NOON_MS })) as MissRow;
  add({ ...newDay(), rows: site.rows, day: { ...newDay().day, day: DAY + 5 } }, count("/a", { people: 1 }));
  expect(dropOldDays(row, NOON_MS + 29 * 86_400_000)?.people).toBe(3);
  expect(dropOldDays(row, NOON_MS + 30 * 86_400_000)).toMatchObject({
    people: 1,
    firstAtMs: (DAY + 5) * 86_400_000,
  });
  expect(dropOldDays(row, NOON_MS + 35 * 86_400_000)).toBeNull();
});
