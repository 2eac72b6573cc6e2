import * as v from "valibot";
import type { PluginKey } from "../../domain/plugin/plugin.ts";
import { PLUGINS } from "../../domain/plugin/registry.ts";
import { REDIRECT_TYPES, type RedirectType } from "../../domain/redirect-type.ts";
import { recommendAlias } from "../../services/record/alias.ts";
import { jsonBody, ofRecords } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { answer, json } from "../request-context.ts";
import { hostField } from "../schema/record.ts";

/** Routes of closed sets that other endpoints refer to (contract 14.6). */
export const sharedRoutes = newApp()
  .get("/types", ofRecords("viewer"), () =>
    json({ data: REDIRECT_TYPES.map((key) => ({ key, ...TYPE_TEXTS[key] })) }),
  )
  .get("/plugins", ofRecords("viewer"), () =>
    json({ data: PLUGINS.map(({ key }) => ({ key, ...PLUGIN_TEXTS[key], feature: null })) }),
  );

const AliasBody = v.object({ host: hostField });

export const recommendationRoutes = newApp().post(
  "/alias",
  ofRecords("editor"),
  jsonBody(AliasBody),
  async (c) => answer(await recommendAlias(c.get("service"), c.req.valid("json")), (alias) => ({ alias })),
);

interface Texts {
  label: string;
  description: string;
}

const TYPE_TEXTS: Record<RedirectType, Texts> = {
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

const PLUGIN_TEXTS: Record<PluginKey, Texts> = {
  sticky: {
    label: "Sticky destinations",
    description:
      "Random and weighted routing send a returning visitor to the same destination, without a cookie.",
  },
  preview: {
    label: "Link preview",
    description:
      "Chat apps and social networks show the title and description of the link itself, not those of its destination.",
  },
  noindex: {
    label: "No indexing",
    description: "Search engines are asked to keep the link out of their index (X-Robots-Tag: noindex).",
  },
  "no-referrer": {
    label: "Hide the referrer",
    description:
      "The destination does not learn which page the visitor came from (Referrer-Policy: no-referrer).",
  },
  "bot-block": {
    label: "Block bots",
    description:
      "Known bots, crawlers and programs, and those that do not name themselves, get a refusal (403) instead of the redirect.",
  },
  "qr-utm": {
    label: "Mark QR scans",
    description:
      "The QR code of the link encodes it with ?utm_source=qr, so that scans can be told from clicks. The destination is told as well.",
  },
};
