import type { Installation } from "../../../../../scripts/lab/simulate/databases/installation.ts";

/** Ten million links with a thousand million visits a day. */
export const LARGE: Installation = {
  links: 1e7,
  visits: 1e9,
  workspaces: 10_000,
  calls: 100,
  unknown: 0.01,
  withoutSnapshot: 0.1,
  edits: 1,
  values: 1,
};
