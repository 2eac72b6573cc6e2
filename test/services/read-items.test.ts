import { describe, expect, it } from "vitest";
import type { PageRequest } from "../../src/services/cursor.ts";
import { readItems, readNumberedPage } from "../../src/services/read-items.ts";
import { done } from "../../src/services/result.ts";

/** A list of numbers from 0 on, whose reads find at most `most` of them. */
function listOf(length: number, most = Infinity) {
  const reads: PageRequest[] = [];
  const read = async (request: PageRequest) => {
    reads.push(request);
    const from = Number(request.cursor ?? 0);
    const to = Math.min(length, from + request.perPage, from + most);
    const items = Array.from({ length: to - from }, (_, index) => from + index);
    const next = to < length ? String(to) : null;
    return done({
      items,
      cursor: { current: request.cursor ?? null, prev: null, next, count: items.length },
    });
  };
  return { read, reads };
}

const refused = { ok: false, error: { code: "invalid", fields: { page: [{ code: "too_large" }] } } };

describe("a page by number", () => {
  it("[35.11] has the items behind those of earlier pages, and the number of all", async () => {
    const { read, reads } = listOf(25);
    const page = await readNumberedPage({ page: 2, size: 10 }, read, async () => 25);
    expect(page).toEqual(done({ items: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19], total: 25 }));
    expect(reads).toEqual([{ perPage: 20, cursor: undefined }]);
    expect(await readNumberedPage({ page: 3, size: 10 }, listOf(25).read, async () => 99)).toEqual(
      done({ items: [20, 21, 22, 23, 24], total: 25 }),
    );
  });

  it("[35.11] counts what was read if the count is behind it", async () => {
    const page = await readNumberedPage({ page: 2, size: 10 }, listOf(25).read, async () => 3);
    expect(page).toMatchObject({ value: { total: 21 } });
  });

  it("[35.11] goes on where a read found fewer than it was asked for", async () => {
    expect(await readItems(20, listOf(25, 7).read)).toMatchObject({ value: { isCut: true } });
    const page = await readNumberedPage({ page: 2, size: 10 }, listOf(25, 7).read, async () => 25);
    expect(page).toMatchObject({ value: { total: 25, items: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19] } });
  });

  it("[35.11] is refused beyond 5,000 items, or beyond eight reads", async () => {
    const count = async () => 10_000;
    expect(await readNumberedPage({ page: 5, size: 1_000 }, listOf(10_000).read, count)).toMatchObject({
      value: { total: 10_000 },
    });
    expect(await readNumberedPage({ page: 6, size: 1_000 }, listOf(10_000).read, count)).toEqual(refused);
    expect(await readNumberedPage({ page: 1, size: 10 }, listOf(100, 1).read, count)).toEqual(refused);
    expect(await readNumberedPage({ page: 1, size: null }, listOf(5_001).read, count)).toEqual(refused);
    expect(await readNumberedPage({ page: 1, size: 10 }, listOf(5_001).read)).toEqual(refused);
    expect(await readNumberedPage({ page: 1, size: null }, listOf(5_000).read)).toMatchObject({
      value: { total: 5_000 },
    });
  });
});
