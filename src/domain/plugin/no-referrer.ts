import type { Plugin } from "./plugin.ts";

export const noReferrer: Plugin = {
  key: "no-referrer",
  headers: { "Referrer-Policy": "no-referrer" },
};
