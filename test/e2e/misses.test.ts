import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOST, useWorkerPair, type Visited } from "../support/worker-pair.ts";

/** One address that asks for more than the database would be asked for: a crawler, a printed sheet, an office. */

/** What the miss limiter lets through in a minute of the clock. */
const LIMIT = 100;
/** More than that, though a run goes over the turn of a minute. */
const MISSES = 250;
const VIEWS = 130;
/** What is in a look-up of a visit, and in none of what a page shows. */
const LOOK_UP = "LEFT JOIN slots";
const LOST = "https://www.example/lost";
const FALLBACK_HOST = "fallback.example.com";

const pair = useWorkerPair();

const aliases = Array.from({ length: VIEWS }, (_, number) => `label${number}`);
const paths = (kind: string) => Array.from({ length: MISSES }, (_, number) => `/${kind}/${number}.html`);
const from = (address: string) => [`CF-Connecting-IP: ${address}`];
const statusesOf = (answers: Visited[]) => [...new Set(answers.map(({ status }) => status))];

beforeAll(async () => {
  await pair.writer.call("POST", "/host", { host: FALLBACK_HOST });
  await pair.writer.call("PUT", `/host/${FALLBACK_HOST}`, { not_found_url: LOST });
  const rows = aliases.map((alias) => ({
    host: HOST,
    alias,
    destination: `https://shop.example/${alias}`,
    qr: {},
  }));
  const { meta } = await pair.writer.call("POST", "/bulk/import", { rows });
  expect(meta.created).toBe(VIEWS);
  await pair.untilComplete();
});

/** What a worker gets that starts now. */
beforeEach(async () => {
  await pair.reader.forget();
  await pair.reader.breakBindings({ DB: { does: "count", on: "reads", sql: LOOK_UP } });
});

const readsOfDatabase = async () => (await pair.reader.countFaults()).DB ?? 0;

describe("[19.3] 250 paths that are nowhere, from one address", () => {
  it("are 404 each, most of them by the database and the rest without it", async () => {
    const answers = await pair.visitAll(paths("dead"), 5, from("66.249.66.1"));
    expect(statusesOf(answers)).toEqual([404]);
    expect(answers.every(({ isCacheable }) => !isCacheable)).toBe(true);
    expect(await readsOfDatabase()).toBeLessThan(MISSES);
    expect(await readsOfDatabase()).toBeGreaterThanOrEqual(LIMIT);
  });

  it("lead to the not_found_url of the hostname each", async () => {
    const answers = await pair.visitAll(paths("lost"), 5, from("66.249.66.2"), FALLBACK_HOST);
    expect(answers).toEqual(answers.map(() => ({ status: 302, location: LOST, isCacheable: false })));
    expect(await readsOfDatabase()).toBeLessThan(MISSES);
  });

  it("are 404 each on a hostname that nobody has connected", async () => {
    const answers = await pair.visitAll(paths("dead"), 5, from("66.249.66.3"), "nobody.example.com");
    expect(statusesOf(answers)).toEqual([404]);
  });

  it("do not keep links that exist from that address", async () => {
    await pair.visitAll(paths("dead"), 5, from("66.249.66.4"));
    const answers = await pair.visitAll(
      aliases.map((alias) => `/${alias}`),
      5,
      from("66.249.66.4"),
    );
    expect(answers.map(({ location }) => location)).toEqual(
      aliases.map((alias) => `https://shop.example/${alias}`),
    );
  });
});

describe.each([
  ["+", "192.0.2.7"],
  [".qr", "192.0.2.8"],
])("[19.3] 130 links with %s behind their alias, from one address", (end, address) => {
  it("are each listed, and none of them is looked up in the database", async () => {
    const targets = aliases.map((alias) => `/${alias}${end}`);
    const answers = await pair.visitAll(targets, 5, from(address));
    expect(statusesOf(answers)).toEqual([200]);
    expect(await readsOfDatabase()).toBe(0);
  });
});
