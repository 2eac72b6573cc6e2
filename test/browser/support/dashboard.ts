import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { startWorker, type RunningWorker } from "../../support/running-worker.ts";
import { findBarriers } from "./find-barriers.ts";
import { launchBrowser } from "./launch-browser.ts";
import { serveDestination, type ServedDestination } from "./serve-destination.ts";
import { watchPage } from "./watch-page.ts";

/** The hostname that is connected before the first test. */
export const HOST = "go.localhost";

/** So wide that filters stand beside the lists. */
const WIDE = { width: 1600, height: 900 };

/** A running worker and a browser, for all tests of a file. Each test gets a page of its own. */
export class Dashboard {
  worker!: RunningWorker;
  destination!: ServedDestination;
  browser!: Browser;
  origin!: string;
  page!: Page;
  /** What the browser complained about in the page. */
  complaints!: string[];
  #context: BrowserContext | undefined;

  /** @param vars variables of the Worker */
  async start(vars: Record<string, string> = {}): Promise<void> {
    [this.worker, this.destination, this.browser] = await Promise.all([
      startWorker({ vars }),
      serveDestination(),
      launchBrowser(),
    ]);
    this.origin = `http://localhost:${this.worker.port}`;
    await this.worker.call("POST", "/host", { host: HOST });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await Promise.all([this.destination?.close(), this.worker?.close()]);
  }

  /** Opens a page that nobody has signed in to, in place of the one before. */
  async open(options: BrowserContextOptions = {}): Promise<void> {
    await this.close();
    this.#context = await this.browser.newContext({ locale: "en-GB", viewport: WIDE, ...options });
    // A busy machine may take long over a page.
    this.#context.setDefaultTimeout(90_000);
    this.page = await this.#context.newPage();
    this.complaints = watchPage(this.page);
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }

  /** Signs in at an address of the dashboard, by default as the owner. */
  async signIn(path = "/", token = this.worker.token): Promise<void> {
    await this.page.goto(this.origin + path);
    await this.page.getByLabel("API token").fill(token);
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await this.page.getByRole("navigation", { name: "Main" }).waitFor();
  }

  /** Creates a link of `HOST` by the API; it leads to the destination's `/inside` unless `fields` say otherwise. */
  async createLink(fields: object): Promise<{ id: string; alias: string }> {
    const { body } = await this.worker.call("POST", "/link", {
      host: HOST,
      destination: `${this.destination.origin}/inside`,
      ...fields,
    });
    return body.data[0];
  }

  /** Goes to an address, and returns when its heading or dialog is there and nothing of it is loading. */
  async goTo(path: string, ready = "main h1, dialog[open]"): Promise<void> {
    await this.page.goto(this.origin + path);
    await this.page.locator(ready).first().waitFor();
    await this.page.locator("main .skeleton, dialog .skeleton").first().waitFor({ state: "detached" });
  }

  /** Fails if the page has a barrier that axe finds, or scrolls sideways. @param name what the failure names */
  async expectNoBarrier(name: string): Promise<void> {
    // Of what lies half under the bar at the foot, or under a dialog, axe cannot judge the contrast.
    const barriers = (await findBarriers(this.page)).filter(
      (one) =>
        !/could not be determined because it.s (?:partially obscured|overlapped)|because it is overlapped/.test(
          one,
        ),
    );
    expect([name, barriers]).toEqual([name, []]);
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect([name, await this.page.evaluate(overflow)]).toEqual([name, 0]);
  }
}

/**
 * Starts worker and browser before the tests of a file, opens a page for each, and stops them afterwards.
 * @param readVars makes variables of the Worker, which may name servers of the test
 */
export function useDashboard(readVars?: () => Promise<Record<string, string>>): Dashboard {
  const dashboard = new Dashboard();
  beforeAll(async () => dashboard.start(await readVars?.()));
  afterAll(() => dashboard.stop());
  beforeEach(() => dashboard.open());
  afterEach(() => dashboard.close());
  return dashboard;
}

const ALL_LOOKS = [
  ["light", 1440, 900],
  ["dark", 320, 740],
  ["dark", 1440, 900],
  ["light", 320, 740],
] as const;

/**
 * How every screen has to look right: colour scheme, width and height in pixels. The first two have each scheme and
 * each width once; ALL_LOOKS=1 tries all four, for who changes styles.
 */
export const LOOKS = ALL_LOOKS.slice(0, process.env["ALL_LOOKS"] === "1" ? 4 : 2);
