import type { RedirectType } from "./redirect-type.ts";

export const TYPE_TEXTS: Record<RedirectType, { label: string; description: string }> = {
  "301": {
    label: "301 Moved Permanently",
    description: "For pages that have moved for good; search engines follow.",
  },
  "302": { label: "302 Found", description: "For links whose destination may change." },
  "303": {
    label: "303 See Other",
    description: "The destination is read with GET, whatever the method was.",
  },
  "307": { label: "307 Temporary Redirect", description: "As 302; method and body are kept." },
  "308": { label: "308 Permanent Redirect", description: "As 301; method and body are kept." },
  frame: { label: "Frame", description: "A page that shows the destination in a full-window frame." },
  html: { label: "HTML page", description: "Serves a stored page instead of a redirect." },
  gone: { label: "410 Gone", description: "For what was removed on purpose; search engines forget it." },
};
