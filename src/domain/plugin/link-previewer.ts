import { isbot } from "isbot";

/**
 * Words of the programs that draw a link in a chat or a feed. Search engines are not among them: they want
 * the redirect. So do people, whose browser inside an app names the app, too.
 */
const LINK_PREVIEWERS =
  /facebookexternalhit|facebot|meta-externalagent|twitterbot|slackbot|slack-imgproxy|linkedinbot|discordbot|whatsapp|telegrambot|skypeuripreview|microsoftpreview|pinterest|redditbot|mastodon|cardyb|kakaotalk-scrap|line-poker|vkshare|embedly|iframely|snapchat|notionbot|zoombot|mattermost|rocket\.chat|synapse|nextcloud server crawler|tumblr|google-pagerenderer/i;

/** Tells whether a user agent is a program that draws a link in a chat or a feed. */
export function isLinkPreviewer(userAgent: string): boolean {
  return LINK_PREVIEWERS.test(userAgent) && isbot(userAgent);
}
