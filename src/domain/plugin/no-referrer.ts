import type { Plugin } from "./plugin.ts";

export const noReferrer: Plugin = {
  key: "no-referrer",
  label: "Hide the referrer",
  description:
    "The destination does not learn which page the visitor came from (Referrer-Policy: no-referrer).",
  feature: null,
  headers: { "Referrer-Policy": "no-referrer" },
};
