import { describe, expect, it } from "vitest";
import { momentOf } from "../../src/domain/id-time.ts";
import { newId } from "../../src/services/new-id.ts";

const NOW_MS = Date.UTC(2036, 0, 31, 9, 30);

describe("an id", () => {
  it("[11.3] is a UUID version 7 of its moment", () => {
    const id = newId(NOW_MS);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(momentOf(id)).toBe(NOW_MS);
  });

  it("is greater than every one before it, also within one millisecond and where the clock went back", () => {
    const moments = [NOW_MS + 1, NOW_MS + 1, NOW_MS + 1, NOW_MS, NOW_MS - 5_000, NOW_MS + 2];
    const ids = moments.map(newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
