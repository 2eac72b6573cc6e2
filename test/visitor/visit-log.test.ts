import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { checkEnv } from "../../src/check-env.ts";
import { serveVisit } from "../../src/visitor/pipeline.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { createSite, type Site } from "../support/site.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { visitOn, watchEnv } from "../support/watched-env.ts";

/** The line that a share of the visits writes. */

let site: Site;
let id: string;
let written: MockInstance<typeof console.log>;

beforeAll(async () => {
  site = await createSite();
  ({ id } = await site.createLink({ alias: "plain", destination: "https://example.com/" }));
  await site.createLink({ alias: "gate", destination: "https://example.com/", password: "open sesame" });
});

beforeEach(() => {
  written = vi.spyOn(console, "log").mockImplementation(() => {});
});

afterEach(() => vi.restoreAllMocks());

const VISITOR = {
  "CF-Connecting-IP": "203.0.113.77",
  "User-Agent": "Curious/9",
  Referer: "https://from.example/",
  Cookie: "c=biscuit",
  "X-Link-Password": "a guess",
};

/** A HEAD is no click, so that nothing else is left to be done after it. */
async function visit(path: string, share: string | undefined, method = "HEAD"): Promise<number> {
  const request = new Request(`http://${site.host}${path}`, { method, redirect: "manual", headers: VISITOR });
  const context = createExecutionContext();
  const { LOG_VISITS: _, ...others } = env;
  const bindings = share === undefined ? others : { ...env, LOG_VISITS: share };
  const { status } = await serveVisit(request, bindings, context);
  await waitOnExecutionContext(context);
  return status;
}

const lines = () =>
  written.mock.calls
    .map(([text]) => JSON.parse(String(text)) as Record<string, unknown>)
    .filter(({ event }) => event === "visit");

it("[25.7, 25.11] logs what a visit asked for and got, and nothing of the visitor, the path or the query", async () => {
  expect(await visit("/plain?token=hush", "1")).toBe(302);
  expect(lines()).toEqual([
    {
      event: "visit",
      level: "info",
      host: site.host,
      method: "HEAD",
      status: 302,
      kind: "redirect",
      record_id: id,
      ms: expect.any(Number),
    },
  ]);
});

it("[25.11] logs every kind of answer", async () => {
  const statuses = [
    await visit("/plain", "1"),
    await visit("/plain", "1", "OPTIONS"),
    await visit("/gate", "1"),
    await visit("/reset/hush", "1"),
    await visit("/robots.txt", "1"),
    await visit("/plain+", "1"),
  ];
  const all = lines();
  expect(all.map(({ status }) => status)).toEqual(statuses);
  expect(all.map(({ kind }) => kind)).toEqual([
    "redirect",
    "options",
    "data",
    "not-found",
    "robots",
    "preview",
  ]);
  const text = JSON.stringify(all);
  for (const secret of ["hush", ...Object.values(VISITOR)]) expect(text).not.toContain(secret);
});

it("[25.11] logs a visit that neither KV nor D1 answers", async () => {
  const { env: bindings, faults } = watchEnv({ LOG_VISITS: "1" });
  Object.assign(faults, { store: "throws", database: "throws" });
  const response = await visitOn(bindings, `http://${site.host}/unseen`);
  await vi.waitFor(() => expect(lines()).toMatchObject([{ status: response.status, kind: "unavailable" }]));
});

it("[25.11] logs once a visit that is answered after an exception", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { env: bindings, faults } = watchEnv({ LOG_VISITS: "1" });
  // A value that no check foresees.
  const SNAPSHOTS = proxyOf(env.SNAPSHOTS, { get: () => Promise.resolve({ get: () => ({}) }) });
  const visitBroken = (path: string) =>
    visitOn({ ...bindings, SNAPSHOTS }, `http://${site.host}${path}`, { method: "HEAD" });
  memory.clear();
  expect((await visitBroken("/plain")).status).toBe(302);
  memory.clear();
  faults.database = "throws";
  expect((await visitBroken("/plain?again")).status).toBe(503);
  await vi.waitFor(() => expect(lines()).toMatchObject([{ status: 302 }, { status: 503 }]));
});

it.each([undefined, "", "0", "2", "-1", "x"])("[25.11] logs no visit with LOG_VISITS %j", async (share) => {
  expect(await visit("/plain", share)).toBe(302);
  expect(lines()).toEqual([]);
});

it("[25.11] logs the share of visits that LOG_VISITS names", async () => {
  const random = vi.spyOn(Math, "random");
  random.mockReturnValue(0.25);
  await visit("/plain", "0.25");
  expect(lines()).toHaveLength(0);
  random.mockReturnValue(0.249);
  await visit("/plain", "0.25");
  expect(lines()).toHaveLength(1);
});

it("[25.11] answers if the line cannot be written", async () => {
  written.mockImplementation(() => {
    throw new Error("no log");
  });
  expect(await visit("/plain", "1")).toBe(302);
  expect(await visit("/nothing", "1")).toBe(404);
});

it("[25.11] the check of the variables names LOG_VISITS if it is no share", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  for (const LOG_VISITS of ["2", "-1", "x", "0.5.1"]) {
    expect(() => checkEnv({ ...env, LOG_VISITS })).toThrow(
      "variable LOG_VISITS must be a number from 0 to 1",
    );
  }
  for (const LOG_VISITS of ["", "0", "0.01", "1"]) {
    expect(() => checkEnv({ ...env, LOG_VISITS })).not.toThrow();
  }
});
