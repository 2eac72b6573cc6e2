import type { Page } from "playwright-core";

/** A page that has loaded may not have focused its field yet, and the first letter would be lost. */
export async function untilPasswordFocused(page: Page): Promise<void> {
  await page.locator("#password:focus").waitFor();
}
