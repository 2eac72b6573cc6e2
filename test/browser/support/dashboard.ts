import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { startWorker, type RunningWorker } from "../../support/running-worker.ts";
import { findBarriers } from "./find-barriers.ts";
import { launchBrowser } from "../../../scripts/support/launch-browser.ts";
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
  /** What the context was opened with. */
  #options = "";

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

  /**
   * Opens a page that nobody has signed in to, in place of the one before. Pages of the same options share what the
   * browser has cached, and nothing else.
   */
  async open({ viewport = WIDE, colorScheme = null, ...options }: BrowserContextOptions = {}): Promise<void> {
    await this.close();
    const key = JSON.stringify(options);
    if (this.#context === undefined || key !== this.#options) {
      await this.#context?.close();
      this.#context = await this.browser.newContext({ locale: "en-GB", ...options });
      this.#options = key;
    }
    this.page = await this.#context.newPage();
    if (viewport !== null) await this.page.setViewportSize(viewport);
    await this.page.emulateMedia({ colorScheme });
    this.complaints = watchPage(this.page);
  }

  /** Gives the page a clock that the test moves. It holds for all pages of the context, so the next page has another one. */
  async takeClock(): Promise<void> {
    await this.page.clock.install();
    this.#options = "";
  }

  async close(): Promise<void> {
    for (const page of this.#context?.pages() ?? []) {
      const session = await page.context().newCDPSession(page);
      const stored = { origin: this.origin, storageTypes: "local_storage,indexeddb,cookies" };
      await session.send("Storage.clearDataForOrigin", stored);
      await page.close();
    }
    await this.#context?.clearCookies();
  }

  /** Tells what a person sees when a test fails: most failures are a text that never came, and say nothing of the rest. */
  async describePage(): Promise<string> {
    const text = await this.page.locator("body").innerText({ timeout: 5_000 }).catch(String);
    return `${this.page.url()} showed:\n${text.slice(0, 3_000)}\nThe browser said: ${this.complaints.join("; ")}`;
  }

  /**
   * Opens an address of the dashboard as somebody who has signed in, by default the owner. The form is for the tests of
   * signing in: it costs each test a page and a form more.
   */
  async signIn(path = "/", token = this.worker.token): Promise<void> {
    const answer = await this.page.request.post(`${this.origin}/v1/session`, {
      data: { token },
      headers: { Origin: this.origin },
    });
    expect(answer.status()).toBe(200);
    await this.page.goto(this.origin + path);
    // In any language.
    await this.page.getByRole("navigation").first().waitFor();
  }

  /** Signs in by the form, as people do. */
  async signInByForm(path = "/", token = this.worker.token): Promise<void> {
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

  /** Follows a link of the page, which keeps what the page has read. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate(
      `history.pushState(null, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`,
    );
  }

  /** Returns after the next frame, and what was asked for after it. */
  async untilPainted(): Promise<void> {
    await this.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
  }

  /** Fails if the page has a barrier that axe finds, or scrolls sideways. @param name what the failure names */
  async expectNoBarrier(name: string): Promise<void> {
    // A drawer that still fades in has too little contrast. What moves without end, as skeletons do, is not waited for.
    await this.page.evaluate(`Promise.all(document.getAnimations()
      .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
      .map((one) => one.finished.catch(() => {})))`);
    // Of what lies half under the bar at the foot, or under a dialog, and of a single digit, axe cannot judge the contrast.
    const barriers = (await findBarriers(this.page)).filter(
      (one) =>
        !/could not be determined because it.s (?:partially obscured|overlapped)|because it (?:is overlapped|partially overlaps)|content is too short to determine/.test(
          one,
        ),
    );
    expect([name, barriers]).toEqual([name, []]);
    const overflow = `[document.documentElement, ...document.querySelectorAll("dialog[open], dialog[open] .drawer-body")]
      .map((box) => box.scrollWidth - box.clientWidth)`;
    expect([name, Math.max(...(await this.page.evaluate<number[]>(overflow)))]).toEqual([name, 0]);
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
  afterEach(async ({ task }) => {
    const shown = task.result?.state === "fail" ? await dashboard.describePage() : null;
    await dashboard.close();
    if (shown !== null) throw new Error(shown);
  });
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
