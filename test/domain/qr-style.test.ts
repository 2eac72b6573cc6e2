import { refuse } from "../../src/domain/refusal/refusal.ts";
import { describe, expect, test } from "vitest";
import { contrastOnWhite, DEFAULT_QR_STYLE, parseQrColor } from "../../src/domain/qr-style.ts";

describe("the contrast of a colour on white", () => {
  test.each([
    ["#000000", 21],
    ["#ffffff", 1],
    ["#ff0000", 4],
    ["#00ff00", 1.37],
    ["#0000ff", 8.59],
    ["#808080", 3.95],
  ])("of %s is %d", (color, contrast) => {
    expect(contrastOnWhite(color)).toBeCloseTo(contrast, 2);
  });
});

describe("the colour of a code", () => {
  test.each(["#000000", "#1a2b3c", "#767676", "#0b57d0", "#7a1f5c", DEFAULT_QR_STYLE.color])(
    "[16.3] may be %s",
    (color) => {
      expect(parseQrColor(color)).toEqual({ ok: true, value: color });
    },
  );

  test.each([
    ["#ffffff", "1"],
    ["#abcdef", "1.65"],
    ["#a1b2c3", "2.17"],
    ["#ff0000", "3.99"],
    ["#777777", "4.47"],
  ])("may not be %s, whose contrast is %s", (color, contrast) => {
    expect(parseQrColor(color)).toEqual({
      ok: false,
      reason: refuse("contrast_too_low", { measured: Number(contrast), least: 4.5 }),
    });
  });
});
