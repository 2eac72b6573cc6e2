/**
 * The pages of the dashboard. Each loads the scripts of its screen with the first ones. Shared statistics are a page for
 * people who have no session.
 */
export const DASHBOARD_PAGES = [
  "overview",
  "links",
  "record",
  "insights",
  "hosts",
  "import",
  "changes",
  "explain",
  "check",
  "misses",
  "settings",
  "statistics",
] as const;
type Page = (typeof DASHBOARD_PAGES)[number];

/** Returns the page of the screen at an address, which is `overview` for any other one. */
export function pageAt(path: string): Page {
  const [, name = "", id] = path.split("/");
  if (name === "links" && id !== undefined) return "record";
  return DASHBOARD_PAGES.find((page) => page === name) ?? "overview";
}
