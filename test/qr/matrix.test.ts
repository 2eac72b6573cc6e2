import { encode as encodeModules } from "uqr";
import { describe, expect, it } from "vitest";
import { encodeMatrix, MAX_QR_BYTES, type Matrix } from "../../src/qr/matrix.ts";

const ofLength = (length: number) => "http://a.io".padEnd(length, "x");

function encode(content: string, hasLogo = false): Matrix {
  const matrix = encodeMatrix(content, hasLogo);
  if (matrix === null) throw new Error(`${content.length} characters do not fit`);
  return matrix;
}

describe("a code", () => {
  it.each([
    [26, 25],
    [27, 29],
    [42, 29],
    [43, 33],
    [1000, 121],
    [2331, 177],
  ])("of %i characters has %i modules a side, as level M needs", (length, size) => {
    expect(encode(ofLength(length)).size).toBe(size);
  });

  it("[16.3] with a logo is larger, for level H", () => {
    expect(encode(ofLength(24), true).size).toBe(29);
    expect(encode(ofLength(25), true).size).toBe(33);
    expect(encode(ofLength(1273), true).size).toBe(177);
  });

  it.each([
    ["the logo", true, 1274, 1273],
    ["error correction", false, 2332, 2331],
  ])("that is too long for its level gives up %s", (_, hasLogo, long, short) => {
    expect(encode(ofLength(short), hasLogo).plate > 0).toBe(hasLogo);
    expect(encode(ofLength(long), hasLogo).plate).toBe(0);
  });

  it("holds as much as any code can, and refuses more", () => {
    expect(encode(ofLength(MAX_QR_BYTES), true).size).toBe(177);
    expect(encodeMatrix(ofLength(MAX_QR_BYTES + 1), false)).toBeNull();
  });

  it("counts bytes, not characters", () => {
    expect(encode("é".repeat(1476))).not.toBeNull();
    expect(encodeMatrix("é".repeat(1477), false)).toBeNull();
  });
});

describe("without a logo", () => {
  it.each([11, 27, 119, 600])("every module of a code of %i characters is as it was encoded", (length) => {
    const { size, isDark } = encode(ofLength(length));
    const { data } = encodeModules(ofLength(length), { ecc: "M", boostEcc: true, border: 0 });
    expect(data.map((row, y) => row.map((_, x) => isDark(x, y)))).toEqual(data);
    expect([isDark(-1, 0), isDark(0, size)]).toEqual([false, false]);
  });
});

describe("the plate of a logo", () => {
  const sizes = [14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 200, 300, 500, 800, 1273];

  it.each(sizes)("of %i characters stands in the very middle, and nothing below it is drawn", (length) => {
    const { size, plate, isDark, eyes } = encode(ofLength(length), true);
    const start = (size - plate) / 2;
    expect(Number.isInteger(start)).toBe(true);
    expect(plate / size).toBeGreaterThan(0.15);
    expect(plate / size).toBeLessThanOrEqual(0.22);
    for (let y = start; y < start + plate; y++) {
      for (let x = start; x < start + plate; x++) expect(isDark(x, y)).toBe(false);
    }
    for (const eye of eyes) {
      const isApart = (at: number) => at + eye.side <= start || at >= start + plate;
      expect(isApart(eye.x) || isApart(eye.y)).toBe(true);
    }
  });
});

describe("eyes", () => {
  it.each([
    [11, 3],
    [27, 4],
    [119, 9],
    [600, 16],
  ])("of a code of %i characters are %i finder and alignment patterns", (length, count) => {
    const { size, isDark, eyes } = encode(ofLength(length));
    expect(eyes).toHaveLength(count);
    expect(eyes.slice(0, 3)).toEqual([
      { x: 0, y: 0, side: 7 },
      { x: size - 7, y: 0, side: 7 },
      { x: 0, y: size - 7, side: 7 },
    ]);
    for (const { x, y, side } of eyes) {
      const middle = Array.from({ length: side }, (_, index) => isDark(x + index, y + Math.floor(side / 2)));
      expect(middle).toEqual(middle.map((_, index) => index !== 1 && index !== side - 2));
      expect(Array.from({ length: side }, (_, index) => isDark(x, y + index))).not.toContain(false);
    }
  });
});
