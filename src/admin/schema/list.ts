import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { HANDLERS } from "../../domain/handler.ts";
import { toAsciiHostname } from "../../domain/hostname.ts";
import { parseSource } from "../../domain/parse-source.ts";
import { PLUGINS } from "../../domain/plugin/registry.ts";
import {
  NEWEST_FIRST,
  parseSort,
  SORT_FIELDS,
  type RecordFilter,
  type Sort,
} from "../../domain/record-filter.ts";
import { REDIRECT_TYPES } from "../../domain/redirect-type.ts";
import { formatSource, slotOf } from "../../domain/source.ts";
import { countCharacters, toNfc } from "../../domain/text.ts";
import { parseTimestamp } from "../../domain/timestamp.ts";
import { parseWith, stringField } from "./parse-with.ts";
import { pickDefined } from "./record.ts";

/** Query parameters of lists, counts and bulk previews (contract 13.1, 13.2 and 13.6). */

const MAX_PER_PAGE = 1_000;
const DEFAULT_PER_PAGE = 100;

const text = (description: string) => v.pipe(stringField, v.description(description));

function listOf<T extends string>(known: readonly T[], description: string) {
  return v.pipe(
    stringField,
    parseWith((list: string): Parsed<T[]> => {
      const items = split(list);
      const unknown = items.find((item) => !known.some((key) => key === item));
      return unknown === undefined
        ? accepted(items as T[])
        : refused(`${JSON.stringify(unknown)} is not one of ${known.join(", ")}`);
    }),
    v.description(description),
  );
}

const PLUGIN_KEYS = PLUGINS.map(({ key }) => key);

function split(list: string): string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

const anyOf = (description: string) => v.pipe(stringField, v.transform(split), v.description(description));

const timestamp = (description: string) =>
  v.pipe(stringField, parseWith(parseTimestamp), v.description(description));

const trueOrFalse = (description: string) =>
  v.pipe(v.picklist(["true", "false"], "must be true or false"), v.description(description));

/** Parses a path. One that no source can have is valid, and finds nothing. */
function parsePath(path: string): Parsed<RecordFilter["source"]> {
  const source = path === "*" || path.startsWith("/") ? parseSource(path) : refused("");
  return accepted(source.ok ? { text: formatSource(source.value), slot: slotOf(source.value) } : null);
}

export const filterFields = {
  id: v.optional(anyOf("Identifiers, comma-separated: any of them.")),
  host: v.optional(text("A connected hostname.")),
  path: v.optional(
    v.pipe(
      stringField,
      parseWith(parsePath),
      v.description(
        "The path of the source: `/` for the root page, `*` for the record that answers every other path.",
      ),
    ),
  ),
  tld: v.optional(text("Public suffix of the hostname: `com`, `co.uk`.")),
  handler: v.optional(listOf(HANDLERS, "Handlers, comma-separated: any of them.")),
  type: v.optional(listOf(REDIRECT_TYPES, "Redirect types, comma-separated: any of them.")),
  destination: v.optional(text("A substring of any destination.")),
  search: v.optional(
    text("A substring of url, title, description, destinations or tags, without regard to case."),
  ),
  tags: v.optional(anyOf("Tags, comma-separated: any of them.")),
  traffic: v.optional(
    v.pipe(
      v.picklist(["none", "some"], "must be none or some"),
      v.description("Clicks in the last four weeks."),
    ),
  ),
  dns_correct: v.optional(
    v.pipe(
      v.picklist(["true", "false"], "must be true or false"),
      v.description("Whether DNS of the hostname points here."),
    ),
  ),
  status: v.optional(v.picklist(["active", "paused"], "must be active or paused")),
  untagged: v.optional(trueOrFalse("Whether the record has no tags.")),
  expired: v.optional(trueOrFalse("Whether `expires` is reached.")),
  created_by: v.optional(text("Identifier of the user who made the record.")),
  plugins: v.optional(listOf(PLUGIN_KEYS, "Keys of plugins, comma-separated: any of them.")),
  created_after: v.optional(timestamp("Created at this moment or later.")),
  created_before: v.optional(timestamp("Created before this moment.")),
};

const filters = v.strictObject(filterFields, (issue) =>
  issue.expected === "never" ? "is not the name of a filter" : "must be an object",
);

/** Empty values count as absent in a body as they do in a query. */
const runFilters: (typeof filters)["~run"] = ({ value, ...dataset }, config) => {
  const isObject = typeof value === "object" && value !== null;
  const given = isObject
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => text !== ""))
    : value;
  return filters["~run"]({ ...dataset, value: given }, config);
};

export const filterField = { ...filters, "~run": runFilters };

export const sortField = v.pipe(
  stringField,
  parseWith((sort: string): Parsed<Sort> => {
    const parsed = parseSort(sort);
    return parsed === null
      ? refused(`must be one of ${SORT_FIELDS.join(", ")}, with - in front for descending`)
      : accepted(parsed);
  }),
  v.metadata({ enum: SORT_FIELDS.flatMap((field) => [field, `-${field}`]) }),
  v.description("The order of the records; `-` is descending. Default `-id`, the newest first."),
);

function wholeNumber(least: number, most: number, description: string) {
  return v.pipe(
    stringField,
    parseWith((digits: string) => {
      const isInRange = /^\d{1,6}$/.test(digits) && Number(digits) >= least && Number(digits) <= most;
      return isInRange
        ? accepted(Number(digits))
        : refused(`must be a whole number from ${least} to ${most}`);
    }),
    v.metadata({ pattern: "^[0-9]+$" }),
    v.description(description),
  );
}

export const pageFields = {
  per_page: v.optional(
    wholeNumber(1, MAX_PER_PAGE, `Rows a page, 1 to ${MAX_PER_PAGE}; default ${DEFAULT_PER_PAGE}.`),
  ),
  cursor: v.optional(text("From `meta.cursor.next` or `prev` of a page of the same list, sort and filter.")),
};

const filterQuery = { sort: v.optional(sortField), filter: v.optional(filterField) };

export const FilterQuery = v.object(filterQuery);
export const RecordListQuery = v.object({
  ...filterQuery,
  ...pageFields,
  fields: v.optional(
    v.pipe(
      v.picklist(["slim"], "must be slim"),
      v.description(
        "`slim` answers at most 300 bytes a row: what a table shows, and the `id` to read the rest.",
      ),
    ),
  ),
});
export const PageQuery = v.object(pageFields);

const hostSearch = (description: string) =>
  v.pipe(
    stringField,
    // Hostnames are stored as A-labels.
    v.transform((search) => (/[^\x00-\x7f]/.test(search) ? (toAsciiHostname(search) ?? search) : search)),
    v.description(description),
  );

export const FacetsQuery = v.object({
  ...filterQuery,
  hosts_search: v.optional(
    v.pipe(
      stringField,
      v.check((search) => countCharacters(search) <= 255, "must have at most 255 characters"),
      hostSearch("Narrows `hosts` to hostnames that contain this."),
    ),
  ),
  hosts_limit: v.optional(wholeNumber(1, 200, "Hostnames in `hosts`, 1 to 200; default 20.")),
});

export const TagListQuery = v.object({
  ...pageFields,
  filter: v.optional(
    v.strictObject({ search: v.optional(text("A substring of the tag, without regard to case.")) }, (issue) =>
      issue.expected === "never" ? "is not the name of a filter" : "must be an object",
    ),
  ),
});

export const HostListQuery = v.object({
  ...pageFields,
  filter: v.optional(
    v.strictObject(
      {
        search: v.optional(hostSearch("A substring of the hostname.")),
        short_links_enabled: v.optional(v.picklist(["true", "false"], "must be true or false")),
      },
      (issue) => (issue.expected === "never" ? "is not the name of a filter" : "must be an object"),
    ),
  ),
});

/** Converts the names of the API to those of the domain. */
export function toFilter(
  filter: v.InferOutput<typeof filterField> | undefined,
  runtime?: RecordFilter["runtime"],
): RecordFilter {
  if (filter === undefined) return pickDefined({ runtime });
  return pickDefined({
    runtime,
    ids: filter.id?.map((id) => id.toLowerCase()),
    host: filter.host === undefined ? undefined : (toAsciiHostname(filter.host) ?? filter.host),
    source: filter.path,
    tld: filter.tld,
    handlers: filter.handler,
    types: filter.type,
    destination: filter.destination,
    search: filter.search,
    tags: filter.tags?.map(toNfc),
    traffic: filter.traffic,
    dnsCorrect: toBoolean(filter.dns_correct),
    status: filter.status,
    untagged: toBoolean(filter.untagged),
    expired: toBoolean(filter.expired),
    createdBy: filter.created_by?.toLowerCase(),
    plugins: filter.plugins,
    createdAfterMs: filter.created_after,
    createdBeforeMs: filter.created_before,
  });
}

function toBoolean(text: "true" | "false" | undefined): boolean | undefined {
  return text === undefined ? undefined : text === "true";
}

export function toPageRequest({
  per_page,
  cursor,
}: {
  per_page?: number | undefined;
  cursor?: string | undefined;
}) {
  return { perPage: per_page ?? DEFAULT_PER_PAGE, cursor };
}

export function toSort(sort: Sort | undefined): Sort {
  return sort ?? NEWEST_FIRST;
}
