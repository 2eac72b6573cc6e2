/** The groups of screens of the dashboard. Each has a page, which loads the scripts of its screens with the first ones. */
export const DASHBOARD_GROUPS = ["daily", "setup", "proof", "settings"] as const;
type Group = (typeof DASHBOARD_GROUPS)[number];

/** The groups of screens by the first part of their address. */
const GROUPS: Record<string, Group> = {
  hosts: "setup",
  import: "setup",
  changes: "setup",
  explain: "proof",
  check: "proof",
  misses: "proof",
  settings: "settings",
};

/** Returns the group of the screen at an address, which is `daily` for any other one. */
export function groupAt(path: string): Group {
  const name = path.split("/")[1] ?? "";
  return Object.hasOwn(GROUPS, name) ? (GROUPS[name] ?? "daily") : "daily";
}
