import type { Plugin } from "./plugin.ts";

export const botBlock: Plugin = {
  key: "bot-block",
  label: "Block bots",
  description:
    "Known bots, crawlers and programs, and those that do not name themselves, get a refusal (403) instead of the redirect.",
  feature: null,
  divert: async ({ userAgent }) => {
    if (userAgent === "") return "refusal";
    // Loaded only for records with this plugin, because its expression is large.
    const { isbot } = await import("#isbot");
    return isbot(userAgent) ? "refusal" : null;
  },
};
