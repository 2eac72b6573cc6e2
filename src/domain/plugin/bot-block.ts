import type { Plugin } from "./plugin.ts";

export const botBlock: Plugin = {
  key: "bot-block",
  divert: async ({ userAgent }) => {
    if (userAgent === "") return "refusal";
    // Loaded only for records with this plugin, because its expression is large.
    const { isbot } = await import("#isbot");
    return isbot(userAgent) ? "refusal" : null;
  },
};
