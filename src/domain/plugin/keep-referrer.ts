import type { Plugin } from "./plugin.ts";

export const keepReferrer: Plugin = {
  key: "keep-referrer",
  label: "Keep the referrer",
  description:
    "The destination learns the whole address of the page that the visitor came from, except on the way from https to http (Referrer-Policy: no-referrer-when-downgrade).",
  feature: null,
  headers: { "Referrer-Policy": "no-referrer-when-downgrade" },
};
