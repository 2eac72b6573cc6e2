import type { Plugin } from "./plugin.ts";

export const noindex: Plugin = {
  key: "noindex",
  label: "No indexing",
  description: "Search engines are asked to keep the link out of their index (X-Robots-Tag: noindex).",
  feature: null,
  headers: { "X-Robots-Tag": "noindex" },
};
