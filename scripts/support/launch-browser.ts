import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const USUAL_PATHS = [
  // It draws no windows, and needs a third less CPU time for the same pages.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** For a start, a page and a wait alike: a busy machine may take long. */
const TIMEOUT_MS = 150_000;

/** Starts the Chromium that the system has; CHROMIUM_PATH names another one. The caller closes it. */
export async function launchBrowser(args: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChromium(process.env["CHROMIUM_PATH"]),
    // Machines of CI have no GPU, and Chromium takes long to imitate one.
    args: ["--disable-gpu", ...args],
    timeout: TIMEOUT_MS,
  });
  return browser.on("context", (context) => context.setDefaultTimeout(TIMEOUT_MS));
}

/** Returns the first path that exists; of a given one, only that. Throws if none exists. */
export function findChromium(
  given: string | undefined,
  exists: (path: string) => boolean = existsSync,
): string {
  const candidates = given ? [given] : USUAL_PATHS;
  const found = candidates.find((path) => exists(path));
  if (found !== undefined) return found;
  throw new Error(
    `No Chromium at ${candidates.join(", ")}. Install one (on Debian: apt-get install chromium-headless-shell) or name one in CHROMIUM_PATH.`,
  );
}
