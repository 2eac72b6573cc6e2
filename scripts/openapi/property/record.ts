import { MAX_DESTINATIONS } from "../../../src/domain/destination.ts";
import { HANDLERS } from "../../../src/domain/handler.ts";
import { PLUGINS } from "../../../src/domain/plugin/registry.ts";
import { HOST, ID, MOMENT } from "../example.ts";
import type { PropertyText } from "../property-text.ts";
import { MAX_HOST_CHARACTERS, MAX_PAGE_NAME_CHARACTERS, MAX_URL_CHARACTERS } from "./limit.ts";

/** The length of `signpost:` and a bcrypt hash. */
const LONGEST_HASH = 69;
const URL_LIMITS = { minLength: 1, maxLength: MAX_URL_CHARACTERS };
/** A timestamp; null or the empty text clears it. */
const MOMENT_OR_NONE = {
  anyOf: [{ type: "string", format: "date-time" }, { type: "string", const: "" }, { type: "null" }],
};
const WEIGHT = " *[0-9]{1,9}(?:\\.[0-9]{1,6})? *";
const ROUTING = {
  text: "How a visitor gets one of several destinations: `primary` (the first), `random`, `sequential` (in turns), `weighted:70,30` (by weights, as many as destinations) or `fastest`.",
  example: "weighted:70,30",
  limits: { pattern: `^(?:primary|random|sequential|fastest|weighted:${WEIGHT}(?:,${WEIGHT})*)$` },
};

/** Describes a field that a write can only repeat. */
const PAGE_AGAIN: PropertyText = {
  text: "Name of the stored page that the record serves, null for none. Here it can only repeat what stands: `PUT /v1/link/{id}` sets it.",
  example: null,
  schema: { anyOf: [{ type: "string", maxLength: MAX_PAGE_NAME_CHARACTERS }, { type: "null" }] },
};
const PATH_AGAIN: PropertyText = {
  text: "The path of the source without its leading slash, as `GET /v1/links` answers it. Here it can only repeat `url`.",
  example: "spring",
  limits: { minLength: 1, maxLength: MAX_URL_CHARACTERS },
};
const ALIAS_OR_PATH: PropertyText = {
  text: "Of a short link: its path without the leading slash, at most 30 characters. Of a redirect: the path again, as `GET /v1/links` answers it.",
  example: "spring",
  limits: { minLength: 1, maxLength: MAX_URL_CHARACTERS },
};

/** Describes the properties of records, in requests and in answers. */
export const RECORD_PROPERTIES: Record<string, PropertyText> = {
  id: { text: "Identifier, a UUID of version 7: a later one sorts after an earlier one.", example: ID },
  handler: {
    text: "What the record is. It never changes.",
    example: "short-url",
    schema: { anyOf: [{ type: "string", enum: [...HANDLERS] }, { type: "null" }] },
  },
  "CreateRecordBody.handler": { text: "What the record is. It never changes.", example: "short-url" },
  host: {
    text: "A connected hostname of the workspace.",
    example: HOST,
    limits: { maxLength: MAX_HOST_CHARACTERS },
  },
  alias: {
    text: "The path of a short link without its leading slash, at most 30 characters. Left out, a free one is generated.",
    example: "spring",
    // Written with percent signs, a character takes up to nine.
    limits: { minLength: 1, maxLength: 270 },
  },
  "CreateRedirectsBody.alias": PATH_AGAIN,
  "UpdateRedirectBody.alias": PATH_AGAIN,
  "UpdateRecordBody.alias": PATH_AGAIN,
  "CreateRecordBody.alias": ALIAS_OR_PATH,
  "ImportRow.alias": ALIAS_OR_PATH,
  url: {
    text: "Where visitors find the record: hostname and path. Redirects take `*` for every other path, `/old/*` for all below one, and captures such as `/:id`.",
    example: `https://${HOST}/spring`,
    limits: { maxLength: MAX_URL_CHARACTERS },
  },
  "CreateRedirectsBody.url": {
    text: "One or several sources, separated by white space, or by a comma and white space: a hostname alone, with a path, or with `/*` for all below. If one cannot be created, none is.",
    example: "old.example.com/shop/*",
  },
  path: { text: "The path of the source, with or without its leading slash.", example: "/spring" },
  tld: { text: "Public suffix of the hostname: it can only repeat what stands.", example: "com" },
  file: {
    text: "Name of the stored page that the record serves; null for none. It resets the routing.",
    example: "soon.html",
    schema: { anyOf: [{ type: "string", maxLength: MAX_PAGE_NAME_CHARACTERS }, { type: "null" }] },
  },
  "ImportRow.clicks_before": {
    text: "Clicks that another service counted before; they are shown beside those of Signpost.",
    example: 1200,
  },
  "ImportRow.created_at": {
    text: "When another service made it; now unless it is written.",
    example: MOMENT,
    schema: MOMENT_OR_NONE,
  },
  "ImportRow.file": PAGE_AGAIN,
  "ImportRow.password_hash": {
    text: "The hash of a password that visitors know: `bcrypt:` and a bcrypt hash of another service, or `signpost:` and one of this one.",
    example: "bcrypt:$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
    limits: { maxLength: LONGEST_HASH },
  },
  "UpdateRecordBody.file": PAGE_AGAIN,
  "UpdateRedirectBody.file": PAGE_AGAIN,
  https: { text: "Whether the certificate of the hostname is issued.", example: true },
  destination: {
    text: "The primary destination, an http or https URL; a hostname alone gets `https://`. Alone it replaces the first of `destinations`; null removes all.",
    example: "https://example.org/spring",
    limits: URL_LIMITS,
  },
  destinations: {
    text: `All destinations, primary first, at most ${MAX_DESTINATIONS}. A write replaces the whole list.`,
    example: ["https://example.org/spring", "https://example.org/spring-b"],
    items: URL_LIMITS,
  },
  destination_routing: ROUTING,
  rules: {
    text: "Rules that may choose another destination: the first that holds decides. A write replaces the whole list.",
    example: [{ if: { country: ["DE"] }, destination: "https://example.org/de" }],
  },
  "rules.id": { text: "That of a rule of the record; leave it out for a new one.", example: "9f2c11aa" },
  "rules.name": { text: "What people call the rule.", example: "Germany" },
  "rules.if": { text: "All of these conditions hold.", example: { country: ["DE"] } },
  "rules.not": { text: "None of these conditions holds.", example: { device: ["mobile"] } },
  "rules.destination": {
    text: "Where visitors go for whom the rule holds.",
    example: "https://example.org/de",
    limits: URL_LIMITS,
  },
  "rules.destinations": {
    text: "Several destinations for these visitors, primary first.",
    example: ["https://example.org/de", "https://example.org/de-b"],
    items: URL_LIMITS,
  },
  "rules.destination_routing": ROUTING,
  plugins: {
    text: "Keys of plugins; `GET /v1/shared/plugins` lists them. A write replaces the whole list.",
    example: ["sticky"],
    items: { enum: PLUGINS.map(({ key }) => key) },
    answered: { items: { enum: PLUGINS.map(({ key }) => key) } },
  },
  has_password: {
    text: "Whether visitors are asked for a password. The password itself is never shown.",
    example: false,
  },
  password: {
    text: "Visitors have to enter it; null removes it. It is stored hashed.",
    example: "open sesame",
    limits: { minLength: 4 },
  },
  type: {
    text: "What visitors get: a redirect with this status, `frame` (the destination in a frame), `html` (a stored page), or `gone` (410).",
    example: "302",
  },
  title: { text: "A title for people; visitors see it where the type is `frame`.", example: "Spring sale" },
  description: { text: "A note for people.", example: "Posters in Hamburg" },
  status: {
    text: "The status of the redirect as a number or its digits, `410` for gone, `200` for pages, or `active` and `paused`.",
    example: 302,
    answered: { enum: ["200", "301", "302", "303", "307", "308", "410"] },
    schema: {
      anyOf: [
        { type: "integer", enum: [200, 301, 302, 303, 307, 308, 410] },
        { type: "string", enum: ["301", "302", "303", "307", "308", "410", "200", "active", "paused"] },
      ],
    },
  },
  paused_by: {
    text: "Who paused the record: `user`, `system`, or null while it answers. A write can only repeat it: change `status`.",
    example: null,
    schema: { anyOf: [{ type: "string", enum: ["user", "system"] }, { type: "null" }] },
  },
  forward_path: {
    text: "Whether the rest of the visitor's path is added to the destination.",
    example: false,
  },
  forward_query: { text: "Whether the visitor's query is added to the destination.", example: true },
  utm: {
    text: "UTM parameters that are added to the destination: an object, or a list such as `source=news`. Members that are not written stay; null or an empty text removes one.",
    example: { source: "news", medium: "email" },
    items: { pattern: "^(?:utm_)?(?:source|medium|campaign|term|content)=" },
  },
  "utm.source": { text: "`utm_source`: where visitors come from.", example: "news" },
  "utm.medium": { text: "`utm_medium`: the kind of channel.", example: "email" },
  "utm.campaign": { text: "`utm_campaign`: the campaign.", example: "spring" },
  "utm.term": { text: "`utm_term`: the search term.", example: "shoes" },
  "utm.content": { text: "`utm_content`: which of several links.", example: "banner" },
  monitor: { text: "What the monitor found of the destinations, `off` without it.", example: "off" },
  is_notify: {
    text: "Whether the workspace is notified when a destination breaks or works again.",
    example: false,
  },
  is_switch_unbroken_destination: {
    text: "Whether visitors get another destination while theirs is broken.",
    example: false,
  },
  tags: {
    text: "Tags, each once whatever its case, without commas. A write replaces the whole list.",
    example: ["spring", "poster"],
    items: { minLength: 1, maxLength: 64, pattern: "^[^,]*$" },
  },
  qr: {
    text: "The style of the QR code; members that are not written stay, null removes the style.",
    example: { theme: "dots", color: "#1a2b3c" },
  },
  "qr.theme": { text: "The shape of the modules.", example: "dots" },
  "qr.color": { text: "The colour of the modules, dark enough to be read.", example: "#1a2b3c" },
  "qr.logo": { text: "Whether the workspace's logo stands in the middle.", example: false },
  "qr.show_url": { text: "Whether the link stands underneath.", example: false },
  "qr.margin": { text: "Modules of quiet zone around the code.", example: "4" },
  created_by: { text: "Identifier of the user who made it.", example: ID },
  created_via: { text: "How it was made.", example: "api" },
  created_at: { text: "When it was made.", example: MOMENT },
  updated_at: { text: "When it was last changed.", example: MOMENT },
  expires: {
    text: "From this moment on the record answers 410, or leads to `expired_url`. Null or an empty text: never.",
    example: MOMENT,
    schema: MOMENT_OR_NONE,
  },
  expired_at: {
    text: "The `expires` of the record, null without one. A write can only repeat it: change `expires`.",
    example: null,
    schema: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
  },
  starts: {
    text: "Before this moment the record answers nobody. Null or an empty text: at once.",
    example: MOMENT,
    schema: MOMENT_OR_NONE,
  },
  max_clicks: {
    text: "How many visitors are let through; the next ones see an expired record. Null: any number.",
    example: 500,
  },
  clicks_left: { text: "How many visitors are still let through.", example: 458 },
  expired_url: {
    text: "Where visitors go once the record has expired, before that of the hostname and the workspace. An empty text or null clears it.",
    example: "https://example.org/over",
    limits: { maxLength: MAX_URL_CHARACTERS },
  },
  preview: {
    text: "What services that show a preview of the link are told; null clears it. A write replaces all of it.",
    example: { title: "Spring sale" },
  },
  "preview.title": { text: "The title of the preview.", example: "Spring sale" },
  "preview.description": { text: "The text of the preview.", example: "Everything for the garden" },
  "preview.image": {
    text: "The picture of the preview, an https URL.",
    example: "https://example.org/spring.png",
    limits: URL_LIMITS,
  },
  warnings: { text: "What an owner may not have meant.", example: [] },
  total_clicks: { text: "Visits of people so far.", example: 42 },
  creator: { text: "The user who made it.", example: { id: ID, name: "Ada Lovelace" } },
};
