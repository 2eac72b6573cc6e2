import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Stats } from "../../src/dashboard/api/types.ts";
import { notesOn } from "../../src/dashboard/screen/insights/breakdowns.ts";
import { readNames, readWholeStats } from "../../src/dashboard/screen/insights/read-stats.ts";
import { t } from "../../src/dashboard/text/text.ts";

let asked: { url: URL }[];

/** Answers calls one after the other; the last answer stays. */
function answer(...bodies: { status?: number; body: object }[]): void {
  asked = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const { status = 200, body } = bodies[Math.min(asked.length, bodies.length - 1)]!;
    asked.push({ url: new URL(path, "http://x") });
    return Response.json(body, { status });
  });
}

const never = () => new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("statistics of a file", () => {
  const QUERY = { from: "a", previous: true, include: "tags" };

  it("are asked for with the same query until they are fully counted", async () => {
    answer({ body: { refreshing: true, previous: {} } }, { body: { previous: {} } });
    const whole = readWholeStats("/stats", QUERY, never());
    await vi.runAllTimersAsync();
    expect(await whole).toEqual({ previous: {} });
    expect(asked).toHaveLength(2);
    expect(new Set(asked.map(({ url }) => url.search))).toEqual(
      new Set(["?from=a&previous=true&include=tags"]),
    );
  });

  it("are asked for without a period before that is no longer kept", async () => {
    answer({ status: 422, body: { message: "", errors: { previous: ["gone"] } } }, { body: {} });
    await readWholeStats("/stats", QUERY, never());
    expect(asked.map(({ url }) => url.searchParams.get("previous"))).toEqual(["true", null]);
  });

  it("fail if they are not counted in time, and end their wait when they are no longer wanted", async () => {
    answer({ body: { refreshing: true } });
    const late = expect(readWholeStats("/stats", {}, never())).rejects.toThrow();
    await vi.runAllTimersAsync();
    await late;
    const stop = new AbortController();
    const stopped = expect(readWholeStats("/stats", {}, stop.signal)).rejects.toThrow("abort");
    await vi.advanceTimersByTimeAsync(1);
    stop.abort();
    await stopped;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the notes on a breakdown", () => {
  const statsOf = (count: number, refreshing = false, rest = 0) =>
    ({
      breakdowns: { tags: Array.from({ length: count }, () => ({ value: "a", clicks: 1 })) },
      rest: { tags: rest },
      ...(refreshing && { refreshing }),
    }) as unknown as Stats;

  it("say that it is still counted, also before it has a value", () => {
    expect(notesOn("tags", statsOf(0))).toEqual([t("stat.noClicks")]);
    expect(notesOn("tags", statsOf(0, true))).toEqual([t("stats.atLeast")]);
    expect(notesOn("tags", statsOf(2, true))).toEqual([t("stats.atLeast")]);
    expect(notesOn("tags", statsOf(2, true, 5))).toEqual([
      t("stats.atLeast"),
      t("stats.capped", { count: 2 }),
    ]);
    expect(notesOn("tags", statsOf(2))).toEqual([]);
  });
});

describe("the names of rules", () => {
  const pageOf = (next: string | null, ...ids: string[]) => ({
    body: {
      data: ids.map((id) => ({ id: `of ${id}`, url: "http://a.test/x", rules: [{ id, name: id }] })),
      meta: { cursor: { next } },
    },
  });

  const ruled = (...ids: string[]) =>
    ({ breakdowns: { rules: ids.map((value) => ({ value, clicks: 1 })) } }) as unknown as Stats;

  it("are read page by page until all are known, or the list ends", async () => {
    answer(pageOf("2", "new"), pageOf("3", "old"), pageOf(null, "oldest"));
    expect([...(await readNames([ruled("old"), ruled("new", "old")], never())).keys()]).toEqual([
      "new",
      "old",
    ]);
    expect(asked.map(({ url }) => url.searchParams.get("cursor"))).toEqual([null, "2"]);
    answer(pageOf("2", "new"), pageOf(null, "old"));
    expect((await readNames([ruled("gone")], never())).has("gone")).toBe(false);
    expect(asked).toHaveLength(2);
  });
});

it("[32.24] reads the URLs of at most a hundred records in one call", async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `id${index}`);
  const recordsOf = (from: number, to: number) => ({
    body: {
      data: ids.slice(from, to).map((id) => ({ id, url: `http://a.test/${id}`, rules: [] })),
      meta: { cursor: { next: null } },
    },
  });
  answer(recordsOf(0, 100), recordsOf(100, 150));
  const records = ids.map((value) => ({ value, clicks: 1 }));
  const names = await readNames([{ breakdowns: { records } }], never());
  expect(names.get("id149")).toBe("http://a.test/id149");
  expect(asked.map(({ url }) => url.searchParams.get("filter[id]")?.split(",").length)).toEqual([100, 50]);
});
