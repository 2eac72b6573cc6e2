import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { QR_THEMES } from "../../src/domain/qr-style.ts";
import { encodeMatrix } from "../../src/qr/matrix.ts";
import { PNG_LOGO, SVG_LOGO } from "../support/logo.ts";
import { colorAt, decodePng, drawPng, LINK } from "./support/picture.ts";

const matrix = encodeMatrix(LINK, false);
const SIZE = 29;

/** The colours of a code's modules, each of which has to be the same all over. */
function modulesOf(png: ReturnType<typeof decodePng>, corner: number, pixels: number): string[][] {
  return Array.from({ length: SIZE }, (_, y) =>
    Array.from({ length: SIZE }, (_, x) => {
      const colors = new Set<string>();
      for (let dy = 0; dy < pixels; dy++) {
        for (let dx = 0; dx < pixels; dx++) {
          colors.add(colorAt(png, corner + x * pixels + dx, corner + y * pixels + dy));
        }
      }
      return [...colors].join(" ");
    }),
  );
}

describe("a PNG", () => {
  it.each([
    [111, 3, 12],
    [112, 3, 12],
    [147, 3, 30],
    [148, 4, 16],
    [512, 13, 67],
  ])("%i wide has square modules of %i sharp pixels, %i from the edge", async (width, pixels, corner) => {
    const png = decodePng(await drawPng({ width, style: { color: "#0b57d0" } }));
    expect([png.width, png.height]).toEqual([width, width]);
    const expected = Array.from({ length: SIZE }, (_, y) =>
      Array.from({ length: SIZE }, (_, x) => (matrix?.isDark(x, y) ? "#0b57d0" : "#ffffff")),
    );
    expect(modulesOf(png, corner, pixels)).toEqual(expected);
  });

  it.each(QR_THEMES)(
    "of the theme %s shades from the colour to white, and is white all around",
    async (theme) => {
      const width = 301;
      const png = decodePng(await drawPng({ width, style: { theme, color: "#7a1f5c", margin: "1" } }));
      for (let at = 0; at < width; at++) {
        for (const [x, y] of [
          [at, 0],
          [at, width - 1],
          [0, at],
          [width - 1, at],
        ] as const) {
          expect(colorAt(png, x, y)).toBe("#ffffff");
        }
      }
      const colors = new Set(
        Array.from({ length: width * width }, (_, at) => colorAt(png, at % width, Math.floor(at / width))),
      );
      expect(colors).toContain("#7a1f5c");
      if (theme === "square") expect(colors.size).toBe(2);
      else expect(colors.size).toBeGreaterThan(8);
      expect(colors.size).toBeLessThanOrEqual(16);
    },
  );

  it("with a caption is as wide as asked for, and higher", async () => {
    const png = decodePng(await drawPng({ width: 333, style: { show_url: true } }));
    expect(png.width).toBe(333);
    expect(png.height).toBeGreaterThan(360);
  });

  it.each([
    ["square", 2_000],
    ["rounded", 10_000],
    ["dots", 10_000],
  ] as const)("%s and 512 wide has less than %i bytes", async (theme, most) => {
    expect((await drawPng({ style: { theme } })).length).toBeLessThan(most);
  });

  it("has whole rows of bytes at odd widths", async () => {
    for (const width of [99, 100, 101]) expect(decodePng(await drawPng({ width })).width).toBe(width);
  });

  it("[33.12] shows no logo of more than 524,288 pixels, and no mark in its place", async () => {
    const logoOf = (width: number, height: number) => {
      const text = PNG.sync.write(new PNG({ width, height, fill: true })).toString("base64");
      return { type: "image/png", text };
    };
    const style = { logo: true };
    const without = await drawPng({ style, logo: { type: "image/svg+xml", text: SVG_LOGO } });
    expect(await drawPng({ style, logo: logoOf(1_024, 513) })).toEqual(without);
    expect(await drawPng({ style, logo: logoOf(1_024, 512) })).not.toEqual(without);
  });

  it("[16.3] leaves a free plate around the logo", async () => {
    const url = "https://go.example.com/k7m2xq";
    const logo = { type: "image/png", text: btoa(String.fromCharCode(...PNG_LOGO)) };
    const [size, plate] = [33, 7];
    const pixels = 20;
    const png = decodePng(
      await drawPng({ url, width: size * pixels, style: { logo: true, margin: "0" }, logo }),
    );
    const [start, end] = [((size - plate) / 2) * pixels, ((size + plate) / 2) * pixels];
    for (const at of [start, end - 1]) {
      for (let along = start; along < end; along++) {
        expect([colorAt(png, at, along), colorAt(png, along, at)]).toEqual(["#ffffff", "#ffffff"]);
      }
    }
  });
});
