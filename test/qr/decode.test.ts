import { say } from "../../src/domain/refusal/say.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastOnWhite, MIN_QR_CONTRAST, QR_THEMES, type QrStyle } from "../../src/domain/qr-style.ts";
import { decodePng, draw, drawPng, LINK, readCode } from "./support/picture.ts";

/** Always the same pictures: of thousands at two pixels a module, the reader itself misses one or two. */
const SEED = Number(process.env["QR_SEED"] ?? 2026);

/** A reader asks for a quiet zone of four modules: what the margin lacks is added around the picture. */
const QUIET_ZONE = 32;

function quietZoneOf(style: Pick<QrStyle, "margin">): number {
  return Number(style.margin) < 4 ? QUIET_ZONE : 0;
}

describe("a reader finds the link in a PNG", () => {
  const styles = QR_THEMES.flatMap((theme) =>
    [false, true].flatMap((logo) =>
      [false, true].flatMap((show_url) =>
        ["0", "4", "10"].flatMap((margin) =>
          ["#000000", "#0b57d0", "#767676"].map((color) => ({ theme, logo, show_url, margin, color })),
        ),
      ),
    ),
  );

  it.each(styles)("[16.4] $theme, logo $logo, show_url $show_url, margin $margin, $color", async (style) => {
    for (const width of [128, 150, 301, 512]) {
      const png = decodePng(await drawPng({ style, width }));
      expect(readCode(png, quietZoneOf(style)), `${width} wide`).toBe(LINK);
    }
  });

  it("of the largest width", async () => {
    const style = { theme: "rounded", logo: true, show_url: true } as const;
    expect(readCode(decodePng(await drawPng({ style, width: 2048 })))).toBe(LINK);
  });
});

describe("500 random pictures", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/?"];
  const piece = fc.constantFrom(...letters, "%C3%A9", "%F0%9F%A6%8A", "xn--");
  /** Short ones, as links are, and some of 2,000 characters. */
  const path = fc.oneof(
    { weight: 30, arbitrary: fc.array(piece, { maxLength: 40 }) },
    { weight: 1, arbitrary: fc.array(piece, { minLength: 500, maxLength: 1900 }) },
  );
  const url = fc
    .tuple(fc.constantFrom("https://go.example.com/", "http://a.io/", "https://xn--bcher-kva.example/"), path)
    .map(([origin, pieces]) => (origin + pieces.join("")).slice(0, 2000));
  const channel = fc.integer({ min: 0, max: 255 });
  const color = fc
    .tuple(channel, channel, channel)
    .map((channels) => `#${Buffer.from(channels).toString("hex")}`)
    .filter((color) => contrastOnWhite(color) >= MIN_QR_CONTRAST);
  const style = fc.record({
    theme: fc.constantFrom(...QR_THEMES),
    color,
    logo: fc.boolean(),
    show_url: fc.boolean(),
    margin: fc.integer({ min: 0, max: 10 }).map(String),
  });

  it("[16.4] are read, or need more width and are read at the least that they name", async () => {
    await fc.assert(
      fc.asyncProperty(url, style, fc.integer({ min: 64, max: 320 }), async (url, style, asked) => {
        const first = await draw("png", { url, style, width: asked });
        const least = first.ok ? asked : Number(/^must be at least (\d+) /.exec(say(first.reason))?.[1]);
        expect(least).toBeGreaterThanOrEqual(asked);
        const png = decodePng(await drawPng({ url, style, width: least }));
        expect(png.width).toBe(least);
        expect(readCode(png, quietZoneOf(style))).toBe(url);
      }),
      { numRuns: 500, seed: SEED, endOnFailure: true },
    );
  });
});
