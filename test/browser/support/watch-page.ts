import type { Page } from "playwright-core";

/**
 * Collects what the browser complains about in a page: errors, warnings and violations of its policy. That a
 * page is answered with its own status of 400 or more is no complaint.
 */
export function watchPage(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const isOwnStatus = message.text().startsWith(STATUS) && message.location().url === page.url();
    if (!isOwnStatus && ["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

const STATUS = "Failed to load resource: the server responded with a status of";
