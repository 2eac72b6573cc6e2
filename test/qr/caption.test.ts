import { describe, expect, it } from "vitest";
import { drawCaption } from "../../src/qr/caption.ts";
import { drawGlyph } from "../../src/qr/glyph.ts";

const SIZE = 29;
const TOP = SIZE + 4;
const PLACE = { size: SIZE, room: SIZE, top: TOP, pixels: 16 };

const ASCII = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));

function extentOf(text: string, place = PLACE) {
  const { stroke, height } = drawCaption(text, place);
  const corners = stroke.lines.flatMap(({ corners }) => corners);
  const reach = stroke.width / 2;
  return {
    left: Math.min(...corners.map(({ x }) => x)) - reach,
    right: Math.max(...corners.map(({ x }) => x)) + reach,
    top: Math.min(...corners.map(({ y }) => y)) - reach,
    bottom: Math.max(...corners.map(({ y }) => y)) + reach,
    letter: stroke.width,
    height,
  };
}

/** The glyphs of a drawn caption, told by how many lines each of its characters has. */
function linesOf(text: string): number {
  return drawCaption(text, PLACE).stroke.lines.length;
}

describe("the font", () => {
  const box = JSON.stringify(drawGlyph("\u0000"));

  it("has a glyph of its own for each printable character of ASCII", () => {
    const glyphs = [...ASCII, "…"].map((character) => JSON.stringify(drawGlyph(character)));
    expect(glyphs).not.toContain(box);
    expect(new Set(glyphs).size).toBe(glyphs.length);
  });

  it.each(["Ä", "ö", "é", "í", "ç", "Å", "ñ", "č", "ß"])("has %s, which is no box", (character) => {
    expect(JSON.stringify(drawGlyph(character))).not.toBe(box);
    const plain = drawGlyph(character.normalize("NFD").charAt(0)).lines;
    if (character !== "ß") expect(drawGlyph(character).lines).not.toEqual(plain);
  });

  it("has a space that draws nothing, and a box for what it lacks", () => {
    expect(drawGlyph(" ").lines).toEqual([]);
    expect(JSON.stringify(drawGlyph("日"))).toBe(box);
    expect(JSON.stringify(drawGlyph("ǭ"))).toBe(box);
  });

  it.each([...ASCII, "…", "é"])(
    "draws %s between ascender and descender, without a line that stands still",
    (character) => {
      const { lines, width } = drawGlyph(character);
      expect(lines.length).toBeGreaterThan(0);
      for (const { corners } of lines) {
        expect(corners.length).toBeGreaterThan(1);
        for (const [index, { x, y }] of corners.entries()) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(18);
          const before = corners[index - 1];
          if (before !== undefined) expect([before.x, before.y]).not.toEqual([x, y]);
        }
      }
    },
  );
});

describe("a caption", () => {
  it.each([
    "a.io/b",
    "go.example.com/spring",
    "shop.sandwich.example/spring-sale",
    `go.example.com/${"x".repeat(500)}`,
  ])("[16.3] is centred below the code, and no wider: %s", (text) => {
    const { left, right, top, bottom, height } = extentOf(text);
    expect(left).toBeGreaterThanOrEqual(-1e-9);
    expect(right).toBeLessThanOrEqual(SIZE + 1e-9);
    expect(left).toBeCloseTo(SIZE - right, 6);
    expect(top).toBeGreaterThanOrEqual(TOP - 1e-9);
    expect(bottom).toBeLessThanOrEqual(TOP + height + 1e-9);
  });

  it("is as large as it may be, and fills the width where it has to be smaller", () => {
    const [short, shorter, fitted] = ["go.io/a", "a.io", "shop.sandwich.example/spring"].map((text) =>
      extentOf(text),
    );
    expect(short?.letter).toBe(shorter?.letter);
    expect(fitted?.letter).toBeLessThan(short?.letter ?? 0);
    expect(fitted?.left).toBeCloseTo(0, 6);
  });

  it("loses its middle before its letters become too small", () => {
    const text = "go.example.com/a-very-long-path/that-goes/on-and-on/to-the-very-end";
    const whole = [...text].reduce((total, character) => total + drawGlyph(character).lines.length, 0);
    expect(linesOf(text)).toBeLessThan(whole);
    expect(extentOf(text).letter).toBeCloseTo(extentOf(`${text}${text}`).letter, 1);
    const ends = (from: string) => drawCaption(from, PLACE).stroke.lines.map(({ corners }) => corners.length);
    expect(ends(text).slice(0, 10)).toEqual(ends(`go.example.com/${"y".repeat(100)}`).slice(0, 10));
    expect(ends(text).slice(-4)).toEqual(ends(`${"y".repeat(100)}end`).slice(-4));
  });

  it("uses the margin before it loses more", () => {
    const text = "go.example.com/a-very-long-path/that-goes/on-and-on/to-the-very-end";
    const [narrow, wide] = [extentOf(text), extentOf(text, { ...PLACE, room: SIZE + 8 })];
    expect(wide.right - wide.left).toBeGreaterThan(narrow.right - narrow.left);
    expect(wide.right).toBeLessThanOrEqual(SIZE + 4);
    expect(wide.left).toBeCloseTo(SIZE - wide.right, 6);
  });

  it("has capitals of eight pixels at least", () => {
    const tiny = extentOf("go.example.com/spring", { ...PLACE, pixels: 2 });
    expect(tiny.letter * 2 * 7).toBeGreaterThanOrEqual(8);
    expect(tiny.right - tiny.left).toBeLessThanOrEqual(SIZE);
  });
});
