import type { Plugin } from "./plugin.ts";

export const noindex: Plugin = {
  key: "noindex",
  headers: { "X-Robots-Tag": "noindex" },
};
