import { expect, it } from "vitest";
import { markDatabase } from "../../src/storage/bookmark.ts";

/** A database whose sessions end with these bookmarks, one after the other. */
function fakeDatabase(...bookmarks: (string | null)[]): D1Database {
  return {
    withSession: () => {
      const bookmark = bookmarks.shift() ?? null;
      return { prepare: () => ({}), getBookmark: () => bookmark };
    },
  } as unknown as D1Database;
}

it.each([
  [[], null],
  [[null], null],
  [["01", "03", "02"], "DB:03"],
  [["01", null], "DB:01"],
])("[9.24] of the bookmarks %j of a call, the newest is %j", (bookmarks, newest) => {
  const { db, bookmark } = markDatabase(fakeDatabase(...bookmarks), undefined, undefined);
  for (let index = 0; index < bookmarks.length; index++) db.prepare("SELECT 1");
  expect(bookmark()).toBe(newest);
});
