import type { Plugin } from "./plugin.ts";

/** The programs that draw a link in a chat or a feed. Search engines are not among them: they want the redirect. */
const LINK_PREVIEWERS =
  /facebookexternalhit|facebot|meta-externalagent|twitterbot|slackbot|slack-imgproxy|linkedinbot|discordbot|whatsapp|telegrambot|skypeuripreview|microsoftpreview|pinterest|redditbot|mastodon|cardyb|viber|kakaotalk-scrap|line-poker|vkshare|embedly|iframely|snapchat|notionbot|zoombot|mattermost|rocket\.chat|synapse|nextcloud server crawler|tumblr|google-pagerenderer/i;

export const preview: Plugin = {
  key: "preview",
  label: "Link preview",
  description:
    "Chat apps and social networks show the title and description of the link itself, not those of its destination.",
  feature: null,
  divert: ({ userAgent }) => (LINK_PREVIEWERS.test(userAgent) ? "card" : null),
  showsTitle: true,
};
