import type { Page } from "playwright-core";

export interface Picture {
  /** Names the file, without `.png`. */
  name: string;
  path: string;
  colorScheme: "light" | "dark";
  width: number;
  height: number;
  /** Brings the page into the state that the picture shows. */
  before?: (page: Page) => Promise<void>;
}

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

/** The pictures of the dashboard in the documents. */
export const PICTURES: readonly Picture[] = [
  { name: "overview", path: "/", colorScheme: "light", ...WIDE },
  { name: "links", path: "/links?sort=-total_clicks", colorScheme: "light", ...WIDE },
  {
    name: "record",
    path: "/links?search=catalogue",
    colorScheme: "dark",
    ...WIDE,
    before: async (page) => {
      await page.locator("tbody tr[data-row] a").first().click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "insights", path: "/insights", colorScheme: "light", ...WIDE },
  {
    name: "change",
    path: "/changes",
    colorScheme: "light",
    ...WIDE,
    before: async (page) => {
      await page.locator("main a[href^='/changes/']").first().click();
      await page.getByRole("button", { name: /^Apply/ }).waitFor();
    },
  },
  { name: "phone", path: "/links", colorScheme: "light", ...PHONE },
];
