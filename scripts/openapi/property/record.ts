import { MAX_DESTINATIONS } from "../../../src/domain/destination.ts";
import { MIN_QR_CONTRAST } from "../../../src/domain/qr-style.ts";

const ROUTING =
  "How a visitor gets one of several destinations: `primary` (the first), `random`, `sequential` (in turns), `weighted:70,30` (by weights, as many as destinations) or `fastest`.";

/** Fields that a write can only repeat. */
const PAGE_AGAIN =
  "Name of the stored page that the record serves, null for none. Here it can only repeat what stands: `PUT /v1/link/{id}` sets it.";
const PATH_AGAIN =
  "The path of the source without its leading slash, as `GET /v1/links` answers it. Here it can only repeat `url`.";
const ALIAS_OR_PATH =
  "Of a short link: its path without the leading slash, at most 30 characters. Of a redirect: the path again, as `GET /v1/links` answers it.";

/** Describes the properties of records, in requests and in answers. */
export const RECORD_PROPERTIES: Record<string, string> = {
  id: "Identifier, a UUID of version 7: a later one sorts after an earlier one.",
  handler: "What the record is. It never changes.",
  host: "A connected hostname of the workspace.",
  alias:
    "The path of a short link without its leading slash, at most 30 characters. Left out, a free one is generated.",
  "CreateRedirectsBody.alias": PATH_AGAIN,
  "UpdateRedirectBody.alias": PATH_AGAIN,
  "UpdateRecordBody.alias": PATH_AGAIN,
  "CreateRecordBody.alias": ALIAS_OR_PATH,
  "ImportRow.alias": ALIAS_OR_PATH,
  url: "Where visitors find the record: hostname and path. Redirects take `*` for every other path, `/old/*` for all below one, and captures such as `/:id`.",
  "CreateRedirectsBody.url":
    "One or several sources, separated by white space, or by a comma and white space: a hostname alone, with a path, or with `/*` for all below. If one cannot be created, none is.",
  path: "The path of the source, with or without its leading slash.",
  tld: "Public suffix of the hostname: it can only repeat what stands.",
  file: "Name of the stored page that the record serves; null for none. It resets the routing.",
  "ImportRow.clicks_before":
    "Clicks that another service counted before; they are shown beside those of Signpost.",
  "ImportRow.created_at": "When another service made it; now unless it is written.",
  "ImportRow.file": PAGE_AGAIN,
  "ImportRow.password_hash":
    "The hash of a password that visitors know: `bcrypt:` and a bcrypt hash of another service, or `signpost:` and one of this one.",
  "UpdateRecordBody.file": PAGE_AGAIN,
  "UpdateRedirectBody.file": PAGE_AGAIN,
  https: "Whether the certificate of the hostname is issued.",
  destination:
    "The primary destination, an http or https URL; a hostname alone gets `https://`. Alone it replaces the first of `destinations`; null removes all.",
  destinations: `All destinations, primary first, at most ${MAX_DESTINATIONS}. A write replaces the whole list.`,
  destination_routing: ROUTING,
  rules:
    "Rules that may choose another destination: the first that holds decides. A write replaces the whole list.",
  "rules.name": "What people call the rule.",
  "rules.if": "All of these conditions hold.",
  "rules.not": "None of these conditions holds.",
  "rules.destination": "Where visitors go for whom the rule holds.",
  "rules.destinations": "Several destinations for these visitors, primary first.",
  plugins: "Keys of plugins; `GET /v1/shared/plugins` lists them. A write replaces the whole list.",
  has_password: "Whether visitors are asked for a password. The password itself is never shown.",
  password: "Visitors have to enter it; null removes it. It is stored hashed.",
  type: "What visitors get: a redirect with this status, `frame` (the destination in a frame), `html` (a stored page), or `gone` (410).",
  title: "A title for people; visitors see it where the type is `frame`.",
  description: "A note for people.",
  status:
    "The status of the redirect as a number or its digits, `410` for gone, `200` for pages, or `active` and `paused`.",
  paused_by:
    "Who paused the record: `user`, `system`, or null while it answers. A write can only repeat it: change `status`.",
  forward_path: "Whether the rest of the visitor's path is added to the destination.",
  forward_query: "Whether the visitor's query is added to the destination.",
  utm: "UTM parameters that are added to the destination: an object, or a list such as `source=news`. Members that are not written stay; null or an empty text removes one.",
  "utm.source": "`utm_source`: where visitors come from.",
  "utm.medium": "`utm_medium`: the kind of channel.",
  "utm.campaign": "`utm_campaign`: the campaign.",
  "utm.term": "`utm_term`: the search term.",
  "utm.content": "`utm_content`: which of several links.",
  utm_template:
    "The name of a UTM template of the workspace, whose members fill in those that `utm` leaves out; `default` for the one that a form would take, by tag or hostname, if there is one.",
  monitor: "What the monitor found of the destinations, `off` without it.",
  is_notify: "Whether the workspace is notified when a destination breaks or works again.",
  is_switch_unbroken_destination: "Whether visitors get another destination while theirs is broken.",
  tags: "Tags, each once whatever its case, without commas. A write replaces the whole list.",
  qr: "The style of the QR code; members that are not written stay, null removes the style.",
  "qr.theme": "The shape of the modules.",
  "qr.eyes": "The shape of the three large corners; `theme` is that of the modules.",
  "qr.color": `Darker than the background, with a contrast of at least ${MIN_QR_CONTRAST}:1 to it.`,
  "qr.background": "The colour of the paper.",
  "qr.frame": "A line around the code; `band` puts the caption on a band of the colour.",
  "qr.caption": "Words below the code: letters without and with accents, digits and punctuation.",
  "qr.logo":
    "Whether the logo of the branding stands in the middle; without one there is none. Or the name of a stored PNG or SVG picture, which stands there in its place.",
  "qr.show_url": "Whether the link stands underneath.",
  "qr.margin": "Modules of quiet zone around the code.",
  created_by: "Identifier of the user who made it.",
  created_via: "How it was made.",
  created_at: "When it was made.",
  updated_at: "When it was last changed.",
  expires:
    "From this moment on the record answers 410, or leads to `expired_url`. Null or an empty text: never.",
  expired_at: "The `expires` of the record, null without one. A write can only repeat it: change `expires`.",
  starts: "Before this moment the record answers nobody. Null or an empty text: at once.",
  max_clicks: "How many visitors are let through; the next ones see an expired record. Null: any number.",
  clicks_left: "Null without `max_clicks`, in lists, and while the counter does not answer.",
  expired_url:
    "Where visitors go once the record has expired, before that of the hostname and the workspace. An empty text or null clears it.",
  routing_ends:
    "From the moment `at` on, `destination`, one of the destinations, gets all visits that no rule decides. Null: the distribution goes on.",
  "routing_ends.at": "The moment.",
  "routing_ends.destination": "The destination that stays.",
  click_id_param:
    "The parameter in which destinations get a random id of each click, with which conversions are reported. Null: none.",
  "Record.routing_ends": "From `at` on, `destination` gets all visits that no rule decides.",
  preview:
    "What services that show a preview of the link are told; null clears it. A write replaces all of it.",
  "preview.title": "The title of the preview.",
  "preview.description": "The text of the preview.",
  "preview.image": "The picture of the preview, an https URL.",
  "Record.is_preview_off": "A plus behind the alias shows nothing.",
  "Record.starts": "Before this moment the record answers nobody.",
  "Record.max_clicks": "How many visitors are let through.",
  "Record.expired_url": "Goes before that of the hostname.",
  warnings: "What an owner may not have meant.",
  total_clicks: "Visits of people so far.",
  creator: "The user who made it.",
  "countLinks.refreshing": "While more is being counted: numbers are older ones, or those counted so far.",
  "Record.host": "Connected hostname of the record.",
  "Record.url": "Full public URL of the record.",
  "Record.file": "Name of the stored page that the record serves.",
  "Record.destination": "Primary destination; null while the record serves HTML.",
  "Record.destinations": "Every destination, primary first.",
  "Record.rules": "The first that holds decides the destination.",
  "Record.status": "HTTP status of the redirect; 200 for pages.",
  "Record.preview": "What preview bots are told of the link.",
  "Record.managed_by": "The label of the file that manages the record.",
  "Record.clicks_before": "What another service had counted.",
  "SlimRecord.url": "Cut at the end if it is long, which an ellipsis shows.",
  "SlimRecord.destination": "Cut as `url` is.",
  "Rule.id": "Made by the server, and kept while writes repeat it.",
  "Rule.if": "All of them hold.",
  "Rule.not": "None of them holds.",
  "HistoryEntry.undoes":
    "The earlier entry, of the 20 before it, whose values this one has written back; null if there is none.",
  "HistoryEntry.change": "The change of many records that made it.",
  "Tag.name": "As the first record that has it spells it.",
  "Tag.count": "Records that have it.",
  "Record.qr.color": "The colour of the modules, dark enough to be read.",
};
