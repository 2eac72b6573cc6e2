import { HOST, ID, MOMENT } from "../example.ts";
import type { PropertyText } from "../property-text.ts";

/** Describes filters, in a query and in a body. */
export const FILTER_PROPERTIES: Record<string, PropertyText> = {
  "filter.id": { text: "Identifiers, comma-separated: any of them.", example: ID },
  "filter.host": { text: "A connected hostname.", example: HOST },
  "filter.path": { text: "The path of the source.", example: "/spring" },
  "filter.tld": { text: "Public suffix of the hostname.", example: "com" },
  "filter.handler": { text: "Handlers, comma-separated: any of them.", example: "short-url,qr" },
  "filter.type": { text: "Redirect types, comma-separated: any of them.", example: "301,302" },
  "filter.destination": { text: "A substring of any destination.", example: "example.org" },
  "filter.search": { text: "A substring, without regard to case.", example: "spring" },
  "filter.tags": { text: "Tags, comma-separated: any of them.", example: "spring,poster" },
  "filter.traffic": { text: "Clicks in the last four weeks.", example: "none" },
  "filter.dns_correct": { text: "Whether DNS of the hostname points here.", example: "true" },
  "filter.status": { text: "Whether the record answers or is paused.", example: "active" },
  "filter.untagged": { text: "Whether the record has no tags.", example: "true" },
  "filter.expired": { text: "Whether `expires` is reached.", example: "false" },
  "filter.created_by": { text: "Identifier of the user who made the record.", example: ID },
  "filter.managed_by": { text: "The label of the file that manages the record.", example: "shop-redirects" },
  "filter.has_rules": { text: "Whether the record has rules.", example: "true" },
  "filter.monitor": {
    text: "What the monitor last found of the destinations, of records that it watches: `healthy` or `broken`.",
    example: "broken",
  },
  "filter.kind": { text: "Who asked for the path.", example: "people" },
  "filter.state": { text: "Whether the path has a record now, or is ignored.", example: "open" },
  "filter.plugins": { text: "Keys of plugins, comma-separated: any of them.", example: "sticky" },
  "filter.created_after": {
    text: "Created at this moment or later.",
    example: MOMENT,
    limits: { format: "date-time" },
  },
  "filter.created_before": {
    text: "Created before this moment.",
    example: MOMENT,
    limits: { format: "date-time" },
  },
  "filter.correct": { text: "Whether DNS of the hostname points here.", example: "false" },
  "filter.held": { text: "Whether the workspace holds the hostname, or its claim waits.", example: "true" },
  "filter.short_links_enabled": {
    text: "Whether new short links may be made on the hostname.",
    example: "true",
  },
};

/** Describes the other parameters of a query. */
export const PARAMETER_PROPERTIES: Record<string, PropertyText> = {
  "listChanges.filter.state": { text: "States, comma-separated: any of them.", example: "planned" },
  "listMisses.query.sort": { text: "The order; `-` is descending.", example: "-visits" },
  "query.sort": { text: "The order; `-` is descending.", example: "-id" },
  "query.per_page": { text: "Rows a page.", example: 100 },
  "query.cursor": { text: "From `meta.cursor.next` or `prev` of a page of the same list.", example: "" },
  "query.fields": { text: "`slim` answers short rows.", example: "slim" },
  "query.hosts_search": { text: "Narrows `hosts` to hostnames that contain this.", example: "example" },
  "query.hosts_limit": { text: "Hostnames in `hosts`.", example: 20 },
  "query.from": { text: "The first moment.", example: MOMENT, limits: { format: "date-time" } },
  "query.to": {
    text: "The moment at which it ends.",
    example: "2026-03-01T00:00:00.000Z",
    limits: { format: "date-time" },
  },
  "query.interval": { text: "The steps of `series`.", example: "day" },
  "query.previous": { text: "Whether to answer the period before, too.", example: "true" },
  "query.include": { text: "What else is answered, comma-separated.", example: "tags" },
  "query.format": { text: "The format of the picture.", example: "svg" },
  "query.width": { text: "Pixels.", example: 512 },
};
