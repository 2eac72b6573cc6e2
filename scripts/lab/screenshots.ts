import type { Browser, Page } from "playwright-core";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDemoWorkspace } from "../demo/workspace.ts";
import { buildStaticFiles } from "../static/build.ts";
import { CommandError, runCommand } from "../support/command.ts";
import { readCrons } from "../support/config.ts";
import { fireAll } from "../support/cron-trigger.ts";
import { startDevServer } from "../support/dev-server.ts";
import { findFreePort } from "../support/free-port.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { withLocalDatabase } from "../support/local-database.ts";
import { CONFIG_FILE, PROJECT_FOLDER } from "../support/project.ts";
import { ensureLocalSecrets } from "../support/local-secret.ts";
import { fillShowcase } from "./screenshot/fill.ts";

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
      await page.locator("main a[href^='/changes/']").first().click();
      await page.getByRole("button", { name: /^Apply/ }).waitFor();
    },
  },
  { name: "phone", path: "/links", size: { width: 390, height: 780 } },
];

/** Folding clicks takes a minute of the folder's time. */
const CRON_ROUNDS = 6;
const DESKTOP = { width: 1280, height: 800 };

const USAGE = `Takes the pictures of the dashboard in docs/picture again, from a worker of its own.

  npm run screenshots`;

await runCommand(async () => {
  parseArgs();
  const stateDir = await mkdtemp(join(tmpdir(), "signpost-pictures-"));
  const folder = join(PROJECT_FOLDER, "docs/picture");
  const port = await findFreePort();
  await buildStaticFiles();
  await ensureLocalSecrets();
  const demo = await withLocalDatabase(stateDir, (db) => openDemoWorkspace(db, join(stateDir, "token")));
  if (demo === null) throw new CommandError("The database is not empty.");
  const server = startDevServer(port, stateDir, undefined, { HOSTNAME_PROOF: "off" });
  const browser = await launchBrowser();
  try {
    await server.untilReady();
    const crons = readCrons(await readFile(CONFIG_FILE, "utf8"));
    const cron = { port, crons, signal: new AbortController().signal, warn: console.warn };
    await fireAll(cron, Date.now());
    const api = { url: `http://localhost:${port}/v1`, token: demo.token };
    await withLocalDatabase(stateDir, (db) => fillShowcase(api, db, port));
    for (let round = 0; round < CRON_ROUNDS; round += 1) await fireAll(cron, Date.now());
    await mkdir(folder, { recursive: true });
    for (const picture of PICTURES) {
      await take(browser, picture, { origin: `http://localhost:${port}`, token: demo.token, folder });
      console.log(`docs/picture/${picture.name}.png`);
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}, USAGE);

async function take(
  browser: Browser,
  { name, path, colorScheme = "light", size: viewport = DESKTOP, before }: Picture,
  { origin, token, folder }: { origin: string; token: string; folder: string },
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
