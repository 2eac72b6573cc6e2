import { describe, expect, it } from "vitest";
import { QR_EYES, QR_THEMES, type QrStyle } from "../../src/domain/qr-style.ts";
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
  "an owner's logo": { style: { logo: true }, widths: WIDTHS, logo: PNG_LOGO },
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

const LEAST_CONTRAST = { color: "#2f4f2f", background: "#d9b38c" };

describe.each(QR_THEMES)("[33.13] the theme %s", (theme) => {
  const styles: [string, Partial<QrStyle>][] = [
    ...QR_EYES.map((eyes): [string, Partial<QrStyle>] => [`corners: ${eyes}`, { eyes }]),
    ["a line and a caption", { frame: "line", caption: "Größe wählen", show_url: true }],
    ["a caption on a band", { frame: "band", caption: "Scan me", margin: "0" }],
    ["colours of little contrast", LEAST_CONTRAST],
    ["all of it", { ...LEAST_CONTRAST, eyes: "round", frame: "band", caption: "Scan me", show_url: true }],
  ];

  it.each(styles)("with %s is read by two independent readers from a card to a poster", async (_, style) => {
    const widths = [200, 256, 333, 512, 1024];
    const pngs = await Promise.all(widths.map((width) => drawPng({ style: { ...style, theme }, width })));
    expect(await readByZbar(pngs)).toEqual(widths.map(() => LINK));
    expect(pngs.map((png) => readByZxing(decodePng(png)))).toEqual(widths.map(() => LINK));
  });
});
