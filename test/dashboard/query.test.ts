import { QueryObserver } from "@tanstack/query-core";
import { afterEach, expect, it, vi } from "vitest";
import { keepAnswer, queries, readAll, refresh } from "../../src/dashboard/api/query.ts";
import { noteRecordChange } from "../../src/dashboard/state/record-change.ts";

/** Reads of the dashboard beside writes. */

afterEach(() => {
  queries.clear();
  vi.unstubAllGlobals();
});

/** A screen that shows a read of `key`, whose answers the test gives in the order in which they were asked for. */
function show(key: string[]) {
  const asked: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver<string>(queries, {
    queryKey: key,
    queryFn: ({ signal }) => {
      expect(signal.aborted).toBe(false);
      const next = Promise.withResolvers<string>();
      asked.push(next);
      return next.promise;
    },
  });
  observer.subscribe(() => {});
  return { asked, shown: () => queries.getQueryData(key) };
}

it("[32.32] reads again after a write, even where the first read still runs", async () => {
  const { asked, shown } = show(["things", "all"]);
  const refreshed = refresh("things");
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.resolve("after the write");
  await refreshed;
  asked[0]?.resolve("before the write");
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(shown()).toBe("after the write");
});

it("[32.32] shows the answer to a write, whatever a read that began before it says", async () => {
  const { asked, shown } = show(["things", "one"]);
  asked[0]?.resolve("before the write");
  await expect.poll(shown).toBe("before the write");
  void queries.invalidateQueries({ queryKey: ["things"] });
  await expect.poll(() => asked.length).toBe(2);
  await keepAnswer(["things", "one"], "written");
  asked[1]?.resolve("before the write");
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(shown()).toBe("written");
});

it("[32.38] reads a list to its end", async () => {
  const next: Record<string, string | null> = { "": "second", second: "third", third: null };
  vi.stubGlobal("fetch", (url: string) => {
    const cursor = new URL(url, "http://a.example").searchParams.get("cursor") ?? "";
    return Promise.resolve(Response.json({ data: [cursor], meta: { cursor: { next: next[cursor] } } }));
  });
  expect(await readAll("/host", {}, new AbortController().signal)).toEqual(["", "second", "third"]);
});

it.each(["records", "explain", "host", "hosts", "misses"])(
  "[32.32] reads %s again after a change of records",
  async (key) => {
    queries.setQueryData([key, "one"], "before the write");
    noteRecordChange({ kind: "other" });
    await expect.poll(() => queries.getQueryState([key, "one"])?.isInvalidated).toBe(true);
  },
);
