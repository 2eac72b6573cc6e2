import type { Plugin } from "./plugin.ts";

export const preview: Plugin = {
  key: "preview",
  label: "Link preview",
  description:
    "Chat apps and social networks show the title and description of the link itself, not those of its destination.",
  feature: null,
  divert: async ({ userAgent }) => {
    // Few visits come by a link with this plugin: they load the lists.
    const { LINK_PREVIEWERS } = await import("./link-previewers.ts");
    if (!LINK_PREVIEWERS.test(userAgent)) return null;
    const { isbot } = await import("isbot");
    return isbot(userAgent) ? "card" : null;
  },
  showsTitle: true,
};
