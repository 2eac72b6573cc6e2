import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hashText } from "../../src/domain/hash.ts";

test("a text has one hash of 32 bits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const hash = hashText(text);
      expect(hashText(text)).toBe(hash);
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
    }),
  );
});

test("hashes of similar texts are spread evenly", () => {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 4_000; i++) {
    const quarter = Math.floor(hashText(`visitor ${i}`) / 2 ** 30);
    counts[quarter] = (counts[quarter] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});
