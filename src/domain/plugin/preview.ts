import type { Plugin } from "./plugin.ts";

export const preview: Plugin = {
  key: "preview",
  label: "Link preview",
  description:
    "Chat apps and social networks show the title and description of the link itself, not those of its destination.",
  feature: null,
  divert: async ({ userAgent }) => {
    // Loaded only for records with this plugin, because the list is long.
    const { isLinkPreviewer } = await import("./link-previewer.ts");
    return isLinkPreviewer(userAgent) ? "card" : null;
  },
  showsTitle: true,
};
