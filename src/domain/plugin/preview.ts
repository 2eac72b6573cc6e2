import type { Plugin } from "./plugin.ts";

/**
 * Words of the programs that draw a link in a chat or a feed. Search engines are not among them: they want
 * the redirect. So do people, whose browser inside an app names the app, too.
 */
const LINK_PREVIEWERS =
  /facebookexternalhit|facebot|meta-externalagent|twitterbot|slackbot|slack-imgproxy|linkedinbot|discordbot|whatsapp|telegrambot|skypeuripreview|microsoftpreview|pinterest|redditbot|mastodon|cardyb|kakaotalk-scrap|line-poker|vkshare|embedly|iframely|snapchat|notionbot|zoombot|mattermost|rocket\.chat|synapse|nextcloud server crawler|tumblr|google-pagerenderer/i;

export const preview: Plugin = {
  key: "preview",
  label: "Link preview",
  description:
    "Chat apps and social networks show the title and description of the link itself, not those of its destination.",
  feature: null,
  divert: async ({ userAgent }) => {
    if (!LINK_PREVIEWERS.test(userAgent)) return null;
    const { isbot } = await import("isbot");
    return isbot(userAgent) ? "card" : null;
  },
  showsTitle: true,
};
