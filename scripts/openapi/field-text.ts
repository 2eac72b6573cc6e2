import { ExportQuery } from "../../src/admin/route/export.ts";
import { QrQuery } from "../../src/admin/route/qr.ts";
import { MissListQuery, missFilters } from "../../src/admin/route/miss.ts";
import { checkFields } from "../../src/admin/schema/check.ts";
import { asFields } from "../../src/admin/schema/explain.ts";
import { includeField, statsQuery } from "../../src/admin/route/stats.ts";
import {
  DEFAULT_PER_PAGE,
  FacetsQuery,
  filterFields,
  HostListQuery,
  MAX_PER_PAGE,
  pageFields,
  RecordListQuery,
  sortField,
  TagListQuery,
} from "../../src/admin/schema/list.ts";
import { qrField } from "../../src/admin/schema/record.ts";
import { MIN_QR_CONTRAST } from "../../src/domain/qr-style.ts";
import { INCLUDES } from "../../src/services/export/types.ts";
import { DEFAULT_QR_WIDTH, MAX_QR_WIDTH, MIN_QR_WIDTH } from "../../src/qr/request.ts";

/** The descriptions of query parameters and fields of bodies, by their schema. */
export const FIELD_TEXTS = new Map<object, string>([
  [filterFields.id, "Identifiers, comma-separated: any of them."],
  [filterFields.host, "A connected hostname."],
  [
    filterFields.path,
    "The path of the source: `/` for the root page, `*` for the record that answers every other path.",
  ],
  [filterFields.tld, "Public suffix of the hostname: `com`, `co.uk`."],
  [filterFields.handler, "Handlers, comma-separated: any of them."],
  [filterFields.type, "Redirect types, comma-separated: any of them."],
  [filterFields.destination, "A substring of any destination."],
  [
    filterFields.search,
    "A substring of url, title, description, destinations or tags, without regard to case.",
  ],
  [filterFields.tags, "Tags, comma-separated: any of them."],
  [filterFields.traffic, "Clicks in the last four weeks."],
  [filterFields.dns_correct, "Whether DNS of the hostname points here."],
  [filterFields.untagged, "Whether the record has no tags."],
  [filterFields.expired, "Whether `expires` is reached."],
  [filterFields.created_by, "Identifier of the user who made the record."],
  [filterFields.managed_by, "The label of the file that manages the record."],
  [filterFields.has_rules, "Whether the record has rules."],
  [filterFields.monitor, "What the monitor last found of the destinations, of records that it watches."],
  [filterFields.plugins, "Keys of plugins, comma-separated: any of them."],
  [filterFields.created_after, "Created at this moment or later."],
  [filterFields.created_before, "Created before this moment."],
  [sortField, "The order of the records; `-` is descending. Default `-id`, the newest first."],
  [checkFields.urls, "Each a URL, or an object that also says what is expected."],
  [checkFields.upload, "Whether the URLs follow in parts; default false."],
  [checkFields.status, "Expected of URLs that name no status of their own; null for any."],
  [checkFields.ask_targets, "Whether the URLs that visitors come to in the end are asked; default false."],
  [asFields.country, "Country of the visitor, a code of ISO 3166; `XX` or absent for unknown."],
  [asFields.language, "The header `Accept-Language`; none without it."],
  [asFields.user_agent, "The header `User-Agent`; none without it."],
  [asFields.address, "The visitor's IP address: sticky destinations depend on it."],
  [asFields.method, "The method of the request; default `GET`."],
  [asFields.https, "Whether the visit comes by https; default what the URL says."],
  [asFields.at, "The moment of the visit; default now."],
  [asFields.unlocked, "Whether the visitor has given the right password. Needs an editor."],
  [asFields.headers, "Further headers, at most 20. Never `Cookie`, `Authorization` and `X-Link-Password`."],
  [asFields.held, "Whether records of claims that wait for their hostname are explained."],
  [pageFields.per_page, `Rows a page, 1 to ${MAX_PER_PAGE}; default ${DEFAULT_PER_PAGE}.`],
  [pageFields.cursor, "From `meta.cursor.next` or `prev` of a page of the same list, sort and filter."],
  [FacetsQuery.entries.hosts_search, "Narrows `hosts` to hostnames that contain this."],
  [FacetsQuery.entries.hosts_limit, "Hostnames in `hosts`, 1 to 200; default 20."],
  [
    RecordListQuery.entries.fields,
    "`slim` answers at most 300 bytes a row: what a table shows, and the `id` to read the rest.",
  ],
  [missFilters.host, "A connected hostname."],
  [missFilters.kind, "Who asked for the path; `probes` is the row of what scanners try."],
  [missFilters.state, "`resolved` is a path that has a record now."],
  [MissListQuery.entries.sort, "The order: most visits, or asked for last. Default `-visits`."],
  [TagListQuery.entries.filter.wrapped.entries.search, "A substring of the tag, without regard to case."],
  [HostListQuery.entries.filter.wrapped.entries.search, "A substring of the hostname."],
  [
    statsQuery.from,
    "The first moment; rounded down to a whole interval. Default 24 hours, 28 days or 12 weeks.",
  ],
  [statsQuery.to, "The moment at which it ends; rounded up to a whole interval. Default now."],
  [statsQuery.interval, "The steps of `series`, in UTC; weeks begin on Mondays. Default `day`."],
  [
    ExportQuery.entries.include.wrapped,
    `What else the export holds, comma-separated: ${INCLUDES.join(", ")}.`,
  ],
  [ExportQuery.entries.cursor.wrapped, "The cursor of the last line of the answer before."],
  [statsQuery.previous, "Whether to answer the period of the same length before, too. Default `false`."],
  [includeField, "Breakdowns by what records have now, comma-separated: `hosts`, `tags`, `records`."],
  [QrQuery.entries.format, "Default `svg`."],
  [QrQuery.entries.width, `Pixels, ${MIN_QR_WIDTH} to ${MAX_QR_WIDTH}; default ${DEFAULT_QR_WIDTH}.`],
  [qrField.entries.color, `With a contrast of at least ${MIN_QR_CONTRAST}:1 on white.`],
]);
