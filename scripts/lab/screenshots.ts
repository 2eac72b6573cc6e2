import type { Browser, Page } from "playwright-core";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../support/command.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { type Showcase, withShowcase } from "./screenshot/with-showcase.ts";

interface Picture {
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
const PICTURES: readonly Picture[] = [
  { name: "overview", path: "/" },
  { name: "links", path: "/links?sort=-total_clicks" },
  {
    name: "record",
    path: "/links?search=catalogue",
    colorScheme: "dark",
    before: async (page) => {
      await page.locator("tbody tr[data-row] th a").first().click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "insights", path: "/insights" },
  {
    name: "change",
    path: "/changes",
    before: async (page) => {
      await page.locator(".change-list a[href^='/changes/']").first().click();
      await page.getByRole("button", { name: /^Apply/ }).waitFor();
    },
  },
  { name: "phone", path: "/links", size: { width: 390, height: 780 } },
];

const DESKTOP = { width: 1280, height: 800 };

const USAGE = `Takes the pictures of the dashboard in docs/picture again, from a worker of its own.

  npm run screenshots`;

await runCommand(async () => {
  parseArgs();
  const folder = join(PROJECT_FOLDER, "docs/picture");
  await withShowcase(async (shown) => {
    const browser = await launchBrowser();
    try {
      await mkdir(folder, { recursive: true });
      for (const picture of PICTURES) {
        await take(browser, picture, { ...shown, folder });
        console.log(`docs/picture/${picture.name}.png`);
      }
    } finally {
      await browser.close();
    }
  });
}, USAGE);

async function take(
  browser: Browser,
  { name, path, colorScheme = "light", size: viewport = DESKTOP, before }: Picture,
  { origin, token, folder }: Showcase & { folder: string },
): Promise<void> {
  const context = await browser.newContext({
    colorScheme,
    viewport,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(origin);
  await page.getByLabel("API token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.goto(origin + path);
  await page.locator("main h1, dialog[open]").first().waitFor();
  await before?.(page);
  await page.locator("main .skeleton, dialog .skeleton").first().waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
