import { isbot } from "#isbot";

/**
 * Words in the user agents of programs that draw a link in a chat or a feed. Search engines are not among
 * them, because they need the redirect. Neither are the browsers inside apps, which also name the app.
 */
const LINK_PREVIEWERS =
  /facebookexternalhit|facebot|meta-externalagent|twitterbot|slackbot|slack-imgproxy|linkedinbot|discordbot|whatsapp|telegrambot|skypeuripreview|microsoftpreview|pinterest|redditbot|mastodon|cardyb|kakaotalk-scrap|line-poker|vkshare|embedly|iframely|snapchat|notionbot|zoombot|mattermost|rocket\.chat|synapse|nextcloud server crawler|tumblr|google-pagerenderer/i;

export function isLinkPreviewer(userAgent: string): boolean {
  return LINK_PREVIEWERS.test(userAgent) && isbot(userAgent);
}
