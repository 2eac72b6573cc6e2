import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** The tests of the whole Worker have the limits of the platform, which workerd alone does not enforce. */

let worker: RunningWorker;

beforeAll(async () => {
  worker = await startWorker({ main: "test/support/greedy-worker.ts" });
});
afterAll(() => worker?.close());

it.each([
  ["calls of the database", "/statements", 1000, "Too many databaseCalls by single Worker invocation."],
  ["batches", "/batches", 1000, "Too many databaseCalls by single Worker invocation."],
  ["parameters of a statement", "/parameters", 100, "D1_ERROR: too many SQL variables: 101"],
  ["reads of KV", "/reads", 1000, "Too many subrequests by single Worker invocation."],
  ["requests", "/requests", 1000, "Too many subrequests by single Worker invocation."],
  ["calls of objects", "/objects", 1000, "Too many subrequests by single Worker invocation."],
  ["writes of a key in a second", "/puts", 1, "KV PUT failed: 429 Too Many Requests: greedy"],
])("an invocation has a limited number of %s", async (_, path, most, message) => {
  const ask = async (count: number) => (await worker.visit("any.example", `${path}?count=${count}`)).body;
  expect(await ask(most)).toBe("done");
  expect(await worker.takeExceeded()).toEqual([]);
  expect(await ask(most + 1)).toBe(`Error: ${message}`);
  expect(await worker.takeExceeded()).toEqual([message]);
});
