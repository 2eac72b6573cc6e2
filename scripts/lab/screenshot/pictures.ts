import type { Page } from "playwright-core";

export interface Picture {
  /** Names the file, without `.png`. */
  name: string;
  path: string;
  colorScheme?: "light" | "dark";
  /** In pixels; those of a desktop without it. */
  size?: { width: number; height: number };
  /** Brings the page into the state that the picture shows. */
  before?: (page: Page) => Promise<void>;
}

/** The pictures of the dashboard in the documents. */
export const PICTURES: readonly Picture[] = [
  { name: "overview", path: "/" },
  { name: "links", path: "/links?sort=-total_clicks" },
  {
    name: "record",
    path: "/links?search=catalogue",
    colorScheme: "dark",
    before: async (page) => {
      await page.locator("tbody tr[data-row] a").first().click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "insights", path: "/insights" },
  {
    name: "change",
    path: "/changes",
    before: async (page) => {
      await page.locator("main a[href^='/changes/']").first().click();
      await page.getByRole("button", { name: /^Apply/ }).waitFor();
    },
  },
  { name: "phone", path: "/links", size: { width: 390, height: 780 } },
];
