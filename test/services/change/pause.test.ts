import { afterEach, expect, it, vi } from "vitest";
import { newPause, pauseAfter } from "../../../src/services/change/internal/pause.ts";

/** [28.7] Between two chunks a change waits for look-ups of visits, and for nothing else. */

afterEach(() => vi.restoreAllMocks());

it.each([
  ["nobody else asks the database", 120, 0, 0],
  ["an answer is a millisecond late by chance", 120, 1, 0],
  ["a few look-ups came meanwhile", 120, 3, 30],
  ["look-ups take a tenth of the time or more", 120, 12, 120],
  ["the database has hardly time for the change", 120, 500, 120],
  ["a chunk took very long", 60_000, 20_000, 5_000],
])("pauses if %s", (_, tookMs, waitedMs, pauseMs) => {
  expect(pauseAfter(tookMs, waitedMs)).toBe(pauseMs);
});

/** A database whose answers take so long, one after the other, of which the query takes a part. */
function slowDatabase(answers: { elapsedMs: number; queryMs: number }[]) {
  let nowMs = 0;
  const run = async () => {
    const { elapsedMs, queryMs } = answers.shift()!;
    nowMs += elapsedMs;
    return { meta: { duration: queryMs } };
  };
  return { db: { prepare: () => ({ run }) } as unknown as D1Database, clock: () => nowMs };
}

it("takes the fastest answer as the way to the database, and pauses for what is slower", async () => {
  const wait = vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
  const { db, clock } = slowDatabase([
    { elapsedMs: 40, queryMs: 0.2 },
    { elapsedMs: 10, queryMs: 0.2 },
    { elapsedMs: 10, queryMs: 0.2 },
    { elapsedMs: 14, queryMs: 0.2 },
    { elapsedMs: 60, queryMs: 50.2 },
  ]);
  const pause = newPause(db, clock);
  for (const tookMs of [100, 100, 100, 100, 100]) await pause(tookMs);
  expect(wait.mock.calls).toEqual([[40]]);
});
