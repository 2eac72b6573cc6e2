import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QR_THEMES } from "../../src/domain/qr-style.ts";
import { PNG_LOGO } from "../support/logo.ts";
import { decodePng, drawPng, drawSvg, LINK, readCode, type Pixels } from "../qr/support/picture.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";

/** SVG pictures as a browser draws them. */

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

async function paint(svg: string): Promise<Pixels> {
  const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
  await page.setContent(
    `<style>body{margin:0}img{display:block}</style><img alt="" src="${toDataUrl(svg)}">`,
  );
  const shot = await page.locator("img").screenshot();
  await page.close();
  return decodePng(shot);
}

function toDataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** The share of the pixels that differ by more than a quarter of the range. */
function differenceOf(a: Pixels, b: Pixels): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let different = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > 64) different++;
  }
  return different / (a.data.length / 4);
}

const LOGO = { type: "image/png", text: btoa(String.fromCharCode(...PNG_LOGO)) };

const styles = QR_THEMES.flatMap((theme) => [false, true].map((logo) => ({ theme, logo, show_url: true })));

describe("an SVG in a browser", () => {
  it.each(styles)("[16.4] is read, theme $theme, logo $logo", async (style) => {
    for (const width of [120, 256, 512]) {
      const svg = await drawSvg({ style, width, logo: style.logo ? LOGO : undefined });
      expect(readCode(await paint(svg)), `${width} wide`).toBe(LINK);
    }
  });

  it.each(QR_THEMES.map((theme) => ({ theme, show_url: true })))(
    "looks like the PNG where modules are whole pixels, theme $theme",
    async (style) => {
      const width = 37 * 12;
      const [svg, png] = [
        await paint(await drawSvg({ style, width })),
        decodePng(await drawPng({ style, width })),
      ];
      expect(differenceOf(svg, png)).toBeLessThan(0.0005);
    },
  );

  it("has the link for its name", async () => {
    const page = await browser.newPage();
    await page.setContent(await drawSvg());
    expect(await page.getByRole("img", { name: LINK }).count()).toBe(1);
    await page.close();
  });
});
