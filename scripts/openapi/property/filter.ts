import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from "../../../src/admin/schema/list.ts";
import { DEFAULT_QR_WIDTH, MAX_QR_WIDTH, MIN_QR_WIDTH } from "../../../src/qr/request.ts";
import { INCLUDES } from "../../../src/services/export/kinds.ts";

/** Describes filters, in a query and in a body, and the other parameters of a query. */
export const FILTER_PROPERTIES: Record<string, string> = {
  "filter.id": "Identifiers, comma-separated: any of them.",
  "filter.host": "A connected hostname.",
  "filter.path":
    "The path of the source: `/` for the root page, `*` for the record that answers every other path.",
  "filter.tld": "Public suffix of the hostname: `com`, `co.uk`.",
  "filter.handler": "Handlers, comma-separated: any of them.",
  "filter.type": "Redirect types, comma-separated: any of them.",
  "filter.destination": "A substring of any destination.",
  "filter.search": "A substring of url, title, description, destinations or tags, without regard to case.",
  "filter.tags": "Tags, comma-separated: any of them.",
  "filter.traffic": "Clicks in the last four weeks.",
  "filter.dns_correct":
    "Whether the last check found that DNS of the hostname points here. A hostname that was not checked yet is neither.",
  "filter.status": "Whether the record answers or is paused.",
  "filter.untagged": "Whether the record has no tags.",
  "filter.expired": "Whether `expires` is reached.",
  "filter.created_by": "Identifier of the user who made the record.",
  "filter.managed_by": "The label of the file that manages the record.",
  "filter.has_rules": "Whether the record has rules.",
  "filter.monitor": "What the monitor last found of the destinations, of records that it watches.",
  "filter.kind": "Who asked for the path; `probes` is the row of what scanners try.",
  "filter.state": "`resolved` is a path that has a record now.",
  "filter.plugins": "Keys of plugins, comma-separated: any of them.",
  "filter.created_after": "Created at this moment or later.",
  "filter.created_before": "Created before this moment.",
  "filter.correct": "Whether DNS of the hostname points here.",
  "filter.dns_wrong":
    "Whether the last check found that DNS of the hostname does not point here. If DNS gave no answer, or was not asked yet, it is not known to be wrong.",
  "filter.held": "Whether the workspace holds the hostname, or its claim waits.",
  "filter.short_links_enabled": "Whether new short links may be made on the hostname.",

  // The other parameters of a query.
  "listActivity.filter.kind": "Kinds, comma-separated: any of them.",
  "listActivity.filter.actor": "The id of a person or of a token.",
  "listActivity.filter.host": "On this hostname, or a change of many records that names it.",
  "listActivity.filter.after": "Done at that time or later.",
  "listActivity.filter.before": "Done before that time.",
  "listChanges.filter.state": "States, comma-separated: any of them.",
  "listMisses.query.sort": "The order: most visits, or asked for last. Default `-visits`.",
  "query.per_page": `Rows a page, 1 to ${MAX_PER_PAGE}; default ${DEFAULT_PER_PAGE}.`,
  "query.cursor": "From `meta.cursor.next` or `prev` of a page of the same list, sort and filter.",
  "query.fields":
    "`slim` answers at most 300 bytes a row: what a table shows, and the `id` to read the rest.",
  "query.hosts_search": "Narrows `hosts` to hostnames that contain this.",
  "query.hosts_limit": "Hostnames in `hosts`, 1 to 200; default 20.",
  "query.from": "The first moment; rounded down to a whole interval. Default 24 hours, 28 days or 12 weeks.",
  "query.to": "The moment at which it ends; rounded up to a whole interval. Default now.",
  "query.interval": "The steps of `series`, in UTC; weeks begin on Mondays. Default `day`.",
  "query.value":
    "A kind of breakdown and one of its values. The series, `clicks` and `previous` count only clicks with it, by day or week, and `bots` is 0; `breakdowns` stay those of all clicks.",
  "query.previous": "Whether to answer the period of the same length before, too. Default `false`.",
  "query.include": `What else the export holds, comma-separated: ${INCLUDES.join(", ")}.`,
  "query.format": "Default `svg`.",
  "query.language": "The language of the page; that of `Accept-Language` without it.",
  "query.width": `Pixels, ${MIN_QR_WIDTH} to ${MAX_QR_WIDTH}; default ${DEFAULT_QR_WIDTH}.`,
  "getStats.query.include":
    "Breakdowns by what records have now, comma-separated: `hosts`, `tags`, `records`.",
  "listHosts.filter.search": "A substring of the hostname.",
  "exportWorkspace.query.cursor": "The cursor of the last line of the answer before.",
  "listTags.filter.search": "A substring of the tag, without regard to case.",
};
