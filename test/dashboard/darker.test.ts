import { expect, it } from "vitest";
import { darken } from "../../src/dashboard/component/darker-button.tsx";
import { findContrastProblem, parseQrColor } from "../../src/domain/client/look.ts";

const isDarkOnWhite = (color: string) => parseQrColor(color).ok;

it.each([
  ["#ff8800", "#b35f00"],
  ["#ffffff", "#737373"],
  ["#1a2b3c", "#192939"],
])("the nearest darker shade of %s that can be read on white is %s", (color, shade) => {
  expect(darken(color, isDarkOnWhite)).toBe(shade);
});

it("offers no shade on a background that is dark itself", () => {
  expect(darken("#ff8800", (color) => findContrastProblem(color, "#111111") === null)).toBeUndefined();
});
