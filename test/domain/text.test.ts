import { refuse } from "../../src/domain/refusal/refusal.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../src/domain/field-error.ts";
import { countCharacters, toNfc } from "../../src/domain/text.ts";

test.each([
  ["", 0],
  ["abc", 3],
  ["é", 1],
  ["e\u0301", 2],
  ["😀", 1],
  ["👩‍👩‍👧", 5],
  ["\ud83d", 1],
])("%j has %i characters, counted as code points", (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

describe("toNfc", () => {
  test("is NFC", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(toNfc(text.normalize("NFD"))).toBe(text.normalize("NFC"));
      }),
    );
  });

  test("is NFC with 30 combining marks in a row", () => {
    const marks = "\u0301\u0316".repeat(15);
    expect(toNfc(`e${marks}`)).toBe(`e${marks}`.normalize("NFC"));
  });
});

const [TAKEN, LONG, EMPTY] = [
  refuse("in_use", { source: "a" }),
  refuse("too_long", { count: 9 }),
  refuse("empty"),
];

test("field errors hold each reason of a field once", () => {
  const errors: FieldErrors = {};
  expect(hasFieldErrors(errors)).toBe(false);
  addFieldError(errors, "url", TAKEN);
  addFieldError(errors, "url", TAKEN);
  addFieldError(errors, "url", LONG);
  addFieldError(errors, "destinations.1", EMPTY);
  expect(errors).toEqual({ url: [TAKEN, LONG], "destinations.1": [EMPTY] });
  expect(hasFieldErrors(errors)).toBe(true);
});
