import { describe, expect, it } from "vitest";
import type { LinkRecord, Page } from "../../src/dashboard/api/types.ts";
import { ROWS_A_PAGE } from "../../src/dashboard/first-asks.ts";
import { RecordPages, type ReadPage } from "../../src/dashboard/screen/records/record-pages.ts";

/** A list of so many rows, whose cursors are numbers; every second page is empty if it is sparse. */
function listOf(total: number, isSparse = false) {
  const asked: (string | null)[] = [];
  const read: ReadPage = async (cursor) => {
    asked.push(cursor);
    const step = Number(cursor ?? 0);
    const isEmpty = isSparse && step % 2 === 1;
    const start = (isSparse ? Math.floor(step / 2) : step) * ROWS_A_PAGE;
    const count = isEmpty ? 0 : Math.max(0, Math.min(ROWS_A_PAGE, total - start));
    const data = Array.from({ length: count }, (_, index) => ({ id: String(start + index) }) as LinkRecord);
    const next = start + ROWS_A_PAGE < total ? String(step + 1) : null;
    return {
      data,
      meta: { cursor: { current: cursor, prev: null, next, count } },
    } satisfies Page<LinkRecord>;
  };
  return { asked, read };
}

/** Scrolls from top to bottom, or back, and waits for what is read on the way. */
async function scroll(pages: RecordPages, from: number, to: number): Promise<void> {
  const step = from < to ? 40 : -40;
  for (let row = from; step > 0 ? row <= to : row >= to; row += step) {
    pages.show(Math.max(0, row), Math.max(0, row) + 40);
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const rowsKept = (pages: RecordPages) =>
  Array.from({ length: pages.count }, (_, index) => pages.rowAt(index)).filter((row) => row !== undefined);

describe("a list that is read while it is scrolled", () => {
  it("holds two thousand rows of ten thousand, and reads those again that it has forgotten", async () => {
    const { read } = listOf(10_000);
    const pages = new RecordPages(read, () => {});
    await scroll(pages, 0, 10_000);
    expect([pages.count, pages.isComplete]).toEqual([10_000, true]);
    expect(rowsKept(pages).length).toBeLessThanOrEqual(2_000);
    expect(pages.rowAt(0)).toBeUndefined();
    await scroll(pages, 9_960, 0);
    expect(pages.rowAt(0)?.id).toBe("0");
    expect(pages.rowAt(41)?.id).toBe("41");
    expect(pages.count).toBe(10_000);
  });

  it("goes on behind pages on which a filter has found nothing", async () => {
    const pages = new RecordPages(listOf(300, true).read, () => {});
    await scroll(pages, 0, 400);
    expect([pages.count, pages.isComplete]).toEqual([300, true]);
    expect(rowsKept(pages).map(({ id }) => id)).toEqual(
      Array.from({ length: 300 }, (_, index) => String(index)),
    );
  });

  it("[32.32] asks again for a page that was asked for before a write", async () => {
    const answers: PromiseWithResolvers<string[]>[] = [];
    const pages = new RecordPages<{ id: string; title: string }>(
      async (cursor) => {
        const answer = Promise.withResolvers<string[]>();
        answers.push(answer);
        const data = (await answer.promise).map((title, id) => ({ id: String(id), title }));
        return { data, meta: { cursor: { current: cursor, prev: null, next: null, count: data.length } } };
      },
      () => {},
    );
    pages.show(0, 1);
    pages.replace({ id: "0", title: "written" });
    answers[0]?.resolve(["before the write"]);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.resolve(["written"]);
    await expect.poll(() => pages.rowAt(0)?.title).toBe("written");
  });

  it("stops at an error until somebody tries again, and closes up over a deleted row", async () => {
    const { read } = listOf(250);
    let fails = true;
    const pages = new RecordPages(
      async (cursor, signal) => {
        if (fails && cursor === "1") throw new Error("down");
        return read(cursor, signal);
      },
      () => {},
    );
    await scroll(pages, 0, 300);
    expect([pages.count, String(pages.error)]).toEqual([100, "Error: down"]);
    fails = false;
    pages.retry();
    await scroll(pages, 0, 300);
    expect([pages.count, pages.error]).toEqual([250, null]);
    pages.remove("120");
    expect([pages.count, pages.rowAt(120)?.id]).toEqual([249, "121"]);
    expect(new RecordPages(read, () => {}).isEmpty).toBe(false);
  });
});
