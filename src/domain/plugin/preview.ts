import type { Plugin } from "./plugin.ts";

export const preview: Plugin = {
  key: "preview",
  divert: async ({ userAgent }) => {
    // Loaded only for records with this plugin, because the list is long.
    const { isLinkPreviewer } = await import("./link-previewer.ts");
    return isLinkPreviewer(userAgent) ? "card" : null;
  },
  showsTitle: true,
};
