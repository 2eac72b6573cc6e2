import { message, parseWith, stringField, filterOf } from "./field.ts";
import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { HANDLERS, type RecordFamily } from "../../domain/handler.ts";
import { toSoughtHostname } from "../../domain/parse-hostname.ts";
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
import { pickDefined } from "./record-input.ts";

/** Query parameters of lists, counts and bulk previews (contract 13.1, 13.2 and 13.6). */

export const MAX_PER_PAGE = 1_000;
export const DEFAULT_PER_PAGE = 100;

export function commaListOf<T extends string>(known: readonly T[]) {
  return v.pipe(
    stringField,
    parseWith((list: string): Parsed<T[]> => {
      const items = split(list);
      const unknown = items.find((item) => !known.some((key) => key === item));
      return unknown === undefined
        ? accepted(items as T[])
        : refused("named_not_one_of", { name: JSON.stringify(unknown), names: known.join(", ") });
    }),
  );
}

const PLUGIN_KEYS = PLUGINS.map(({ key }) => key);

function split(list: string): string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

const anyOf = v.pipe(stringField, v.transform(split));

export const timestamp = v.pipe(stringField, parseWith(parseTimestamp));

export const trueOrFalse = v.pipe(
  v.picklist(["true", "false"], message("not_boolean")),
  v.transform((text) => text === "true"),
);

/** Parses a path. A path that no source can have is valid, and finds nothing. */
function parsePath(path: string): Parsed<RecordFilter["source"]> {
  const source = path === "*" || path.startsWith("/") ? parseSource(path) : refused("empty");
  return accepted(source.ok ? { text: formatSource(source.value), slot: slotOf(source.value) } : null);
}

const filterFields = {
  id: v.optional(anyOf),
  host: v.optional(stringField),
  path: v.optional(v.pipe(stringField, parseWith(parsePath))),
  tld: v.optional(stringField),
  handler: v.optional(commaListOf(HANDLERS)),
  type: v.optional(commaListOf(REDIRECT_TYPES)),
  destination: v.optional(stringField),
  search: v.optional(stringField),
  tags: v.optional(anyOf),
  traffic: v.optional(v.picklist(["none", "some"], message("not_none_or_some"))),
  dns_correct: v.optional(trueOrFalse),
  status: v.optional(v.picklist(["active", "paused"], message("not_active_or_paused"))),
  untagged: v.optional(trueOrFalse),
  expired: v.optional(trueOrFalse),
  created_by: v.optional(v.pipe(stringField)),
  plugins: v.optional(commaListOf(PLUGIN_KEYS)),
  managed_by: v.optional(v.pipe(stringField)),
  has_rules: v.optional(trueOrFalse),
  monitor: v.optional(v.picklist(["healthy", "broken"], message("not_healthy_or_broken"))),
  created_after: v.optional(timestamp),
  created_before: v.optional(timestamp),
};

const filters = filterOf(filterFields);

/** Parses filters. Empty values count as absent in a body, as in a query. */
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
    return parsed === null ? refused("not_sort", { names: SORT_FIELDS.join(", ") }) : accepted(parsed);
  }),
  v.metadata({ enum: SORT_FIELDS.flatMap((field) => [field, `-${field}`]) }),
);

/** Returns the schema of a whole number in a query. */
export function wholeNumber(least: number, most: number) {
  return v.pipe(
    stringField,
    parseWith((digits: string) => {
      const isInRange = /^\d{1,6}$/.test(digits) && Number(digits) >= least && Number(digits) <= most;
      return isInRange ? accepted(Number(digits)) : refused("not_whole_number_between", { least, most });
    }),
    v.metadata({ type: "integer", minimum: least, maximum: most }),
  );
}

export const pageFields = {
  per_page: v.optional(wholeNumber(1, MAX_PER_PAGE)),
  cursor: v.optional(stringField),
};

const filterQuery = { sort: v.optional(sortField), filter: v.optional(filterField) };

export const FilterQuery = v.object(filterQuery);
export const RecordListQuery = v.object({
  ...filterQuery,
  ...pageFields,
  fields: v.optional(v.picklist(["slim"], message("not_slim"))),
});
/** The query of writes that may also change records that a file manages. */
export const ForceQuery = v.object({ force: v.optional(trueOrFalse, "false") });

export const PageQuery = v.object(pageFields);

export const hostSearch = () =>
  v.pipe(
    stringField,
    // Hostnames are stored as A-labels.
    v.transform((search) => (/[^\x00-\x7f]/.test(search) ? toSoughtHostname(search) : search)),
  );

export const FacetsQuery = v.object({
  ...filterQuery,
  hosts_search: v.optional(
    v.pipe(
      stringField,
      v.check((search) => countCharacters(search) <= 255, message("too_long", { count: "255" })),
      hostSearch(),
    ),
  ),
  hosts_limit: v.optional(wholeNumber(1, 200)),
});

export const TagListQuery = v.object({
  ...pageFields,
  filter: v.optional(filterOf({ search: v.optional(v.pipe(stringField)) })),
});

export const HostListQuery = v.object({
  ...pageFields,
  filter: v.optional(
    filterOf({
      search: v.optional(hostSearch()),
      short_links_enabled: v.optional(trueOrFalse),
      dns_wrong: v.optional(trueOrFalse),
      correct: v.optional(trueOrFalse),
      held: v.optional(trueOrFalse),
    }),
  ),
});

/** Converts the names of the API to the names of the domain. */
export function toFilter(
  filter: v.InferOutput<typeof filterField> | undefined,
  family?: RecordFamily,
): RecordFilter {
  if (filter === undefined) return pickDefined({ runtime: family });
  return pickDefined({
    runtime: family,
    ids: filter.id?.map((id) => id.toLowerCase()),
    host: filter.host === undefined ? undefined : toSoughtHostname(filter.host),
    source: filter.path,
    tld: filter.tld,
    handlers: filter.handler,
    types: filter.type,
    destination: filter.destination,
    search: filter.search,
    tags: filter.tags?.map(toNfc),
    traffic: filter.traffic,
    dnsCorrect: filter.dns_correct,
    status: filter.status,
    untagged: filter.untagged,
    expired: filter.expired,
    createdBy: filter.created_by?.toLowerCase(),
    plugins: filter.plugins,
    managedBy: filter.managed_by,
    hasRules: filter.has_rules,
    monitor: filter.monitor,
    createdAfterMs: filter.created_after,
    createdBeforeMs: filter.created_before,
  });
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
