import { expect, it } from "vitest";
import { findChromium } from "../../scripts/support/launch-browser.ts";

it("takes the Chromium that CHROMIUM_PATH names, else the first of the usual ones", () => {
  expect(findChromium("/opt/chromium", (path) => path === "/opt/chromium")).toBe("/opt/chromium");
  expect(findChromium(undefined, (path) => path.startsWith("/usr/bin/"))).toBe(
    "/usr/bin/chromium-headless-shell",
  );
  expect(findChromium(undefined, (path) => path === "/usr/bin/chromium")).toBe("/usr/bin/chromium");
  expect(findChromium("", (path) => path === "/usr/bin/google-chrome")).toBe("/usr/bin/google-chrome");
});

it("says what to install where there is none", () => {
  expect(() => findChromium(undefined, () => false)).toThrow("apt-get install chromium-headless-shell");
  expect(() => findChromium("/nowhere", () => false)).toThrow("No Chromium at /nowhere.");
});
