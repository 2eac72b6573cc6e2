import type { Plugin } from "./plugin.ts";

export const preview: Plugin = {
  key: "preview",
  label: "Link preview",
  description:
    "Chat apps and social networks show the title and description of the link itself, not those of its destination.",
  feature: null,
  divert: async ({ userAgent }) => {
    // The names are many: only records with this plugin load them.
    const { isLinkPreviewer } = await import("./link-previewer.ts");
    return isLinkPreviewer(userAgent) ? "card" : null;
  },
  showsTitle: true,
};
