import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../src/visitor/pages/page.ts";
import { EXAMPLES } from "../visitor/page/example.ts";
import { WIDE_DRESS } from "./support/dress.ts";
import { findBarriers } from "./support/find-barriers.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { servePages, type ServedPages } from "./support/serve-pages.ts";
import { watchPage } from "./support/watch-page.ts";

/** The pages in the look of an owner, with everything that is long. */

const HOST = "go.donaudampfschifffahrtsgesellschaft.example";
const asked = { host: HOST, linkTitle: "W".repeat(120) };
const PAGES: Record<string, Page> = {
  ...EXAMPLES,
  gone: { kind: "gone" },
  refusal: { kind: "refusal" },
  gate: { kind: "gate", isWrong: false, ...asked },
  "gate-wrong": { kind: "gate", isWrong: true, ...asked },
};
/** These have no look of an owner. */
for (const name of ["unknown-host", "warning", "frame", "card"]) delete PAGES[name];
const NAMES = Object.keys(PAGES);

let browser: Browser;
let pages: ServedPages;

beforeAll(async () => {
  pages = await servePages(PAGES, { dress: WIDE_DRESS });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const looks = ["en", "de", "fr", "es", "pt", "ja", "zh", "ar"].map((locale, index) => ({
  locale,
  colorScheme: index % 2 === 0 ? ("light" as const) : ("dark" as const),
  width: index % 4 < 2 ? 360 : 1280,
  // Each page comes up in two of the eight, the gate after a wrong password in all.
  names: NAMES.filter((name, at) => name === "gate-wrong" || at % 4 === index >> 1),
}));

describe.each(looks)(
  "in $locale, $colorScheme, $width pixels wide",
  ({ locale, colorScheme, width, names }) => {
    it("[15.3, 33.1] pages with a long name and a wide logo are for everyone", async () => {
      const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 740 } });
      const tab = await context.newPage();
      const complaints = watchPage(tab);
      for (const name of names) {
        await tab.goto(`${pages.origin}/${name}`);
        const [sideways, logo, side] = await tab.evaluate<(number | string)[]>(`[
          document.documentElement.scrollWidth - document.documentElement.clientWidth,
          document.querySelector(".brand img").naturalWidth,
          getComputedStyle(document.querySelector(".brand bdi")).textAlign,
        ]`);
        // The name stands on the side where the page begins, whatever script it is in.
        expect([name, sideways, logo, side]).toEqual([name, 0, 1200, locale === "ar" ? "right" : "left"]);
        expect([name, await findBarriers(tab)]).toEqual([name, []]);
        expect(await tab.title()).toContain(WIDE_DRESS.look.name);
      }
      expect(complaints).toEqual([]);
      await context.close();
    });
  },
);

it("[33.7] the gate says whose it is before it asks: the hostname stands above the field", async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const tab = await context.newPage();
  await tab.goto(`${pages.origin}/gate`);
  const [name, host, field] = await tab.evaluate<number[]>(`[
    document.querySelector(".brand bdi"),
    [...document.querySelectorAll("bdi")].find((one) => one.textContent === "${HOST}"),
    document.querySelector("#password"),
  ].map((one) => one.getBoundingClientRect().top)`);
  expect(name).toBeLessThan(host ?? 0);
  expect(host).toBeLessThan(field ?? 0);
  await context.close();
});
