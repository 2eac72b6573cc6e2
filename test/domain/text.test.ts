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

test("field errors hold each reason of a field once", () => {
  const errors: FieldErrors = {};
  expect(hasFieldErrors(errors)).toBe(false);
  addFieldError(errors, "url", "is taken");
  addFieldError(errors, "url", "is taken");
  addFieldError(errors, "url", "is too long");
  addFieldError(errors, "destinations.1", "must not be empty");
  expect(errors).toEqual({ url: ["is taken", "is too long"], "destinations.1": ["must not be empty"] });
  expect(hasFieldErrors(errors)).toBe(true);
});
