import { describe, expect, it } from "vitest";
import { QR_THEMES } from "../../src/domain/qr-style.ts";
import { PNG_LOGO } from "../support/logo.ts";
import { decodePng, drawPng, LINK } from "./support/picture.ts";
import { readByZbar, readByZxing } from "./support/reader.ts";

/** From a stamp to a poster, odd widths among them: modules then are no whole number of pixels apart. */
const WIDTHS = [
  120, 127, 144, 160, 181, 200, 233, 256, 300, 333, 384, 420, 500, 512, 601, 640, 777, 800, 1000, 1024, 1250,
  1500, 1801, 2048,
];

const LOGOS = {
  "no logo": { style: { logo: false }, widths: WIDTHS },
  "the signpost": { style: { logo: true }, widths: WIDTHS },
  // On the same plate.
  "an owner's logo": { style: { logo: true }, widths: [120, 333, 512], logo: PNG_LOGO },
} as const;

describe.each(QR_THEMES)("the theme %s", (theme) => {
  it.each(Object.keys(LOGOS) as (keyof typeof LOGOS)[])(
    "[33.13] with %s is read by two independent readers at any width",
    async (name) => {
      const { style, widths, logo } = { logo: undefined, ...LOGOS[name] };
      const ownLogo = logo && { type: "image/png", text: btoa(String.fromCharCode(...logo)) };
      const pngs = await Promise.all(
        widths.map((width) => drawPng({ style: { ...style, theme }, width, logo: ownLogo })),
      );
      const byZbar = await readByZbar(pngs);
      const misread = widths.flatMap((width, index) => {
        const zxing = readByZxing(decodePng(pngs[index] ?? new Uint8Array()));
        return [
          ...(zxing === LINK ? [] : [`${width} by ZXing`]),
          ...(byZbar[index] === LINK ? [] : [`${width} by ZBar`]),
        ];
      });
      expect(misread).toEqual([]);
    },
    300_000,
  );
});
