import { toAsciiHostname } from "../../domain/parse-hostname.ts";
import { hostOfKeySql } from "../../domain/claim-key.ts";
import { foldCase } from "../../domain/path.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { hostsWithin, type Reach } from "../../domain/reach.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import { familyOf, RECORD_FAMILIES, type RecordFamily } from "../../domain/handler.ts";
import { foldTag } from "../../domain/tag.ts";
import { countCharacters } from "../../domain/text.ts";
import { firstDayOfLastFourWeeks } from "../../domain/calendar.ts";
import { tagsParameter } from "../reach.ts";
import { IS_MONITORED } from "../monitor/read.ts";

/**
 * A filter as SQL. An index on the most selective field of the filter drives the query; the other fields
 * are checked row by row. CROSS JOIN forces this order, because the planner cannot know that a word
 * which is rare in this workspace is common in another.
 */
export interface RecordScope {
  /** The text after FROM; records are `r`. */
  from: string;
  /** The text after WHERE. */
  where: string;
  parameters: unknown[];
}

/** An index that can find the records of a filter. */
export type Driver = "ids" | "source" | "tags" | "search" | "expired" | "reach";

/** Shorter substrings have no index, so that all records of the workspace are read. */
const MIN_INDEXED_CHARACTERS = 3;

/** The keys of the claims of a workspace on a list of hostnames. */
const CLAIMS_OF_HOSTS =
  "SELECT kept.host FROM json_each(?) n CROSS JOIN hosts kept ON kept.name = n.value AND kept.workspace_id = ?";

/** The records that have one of the tags of a list. */
const TAGGED = `(SELECT DISTINCT record_id FROM record_tags
    WHERE workspace_id = ? AND tag IN (SELECT value FROM json_each(?))) d
  CROSS JOIN records r ON r.id = d.record_id`;

const HAS_TAG = `EXISTS (SELECT 1 FROM record_tags t WHERE t.workspace_id = r.workspace_id AND t.record_id = r.id
  AND t.tag IN (SELECT value FROM json_each(?)))`;

export const ROWS_OF_WORKSPACE = `BETWEEN (SELECT number FROM workspaces WHERE id = ?) << 32
  AND (SELECT number + 1 FROM workspaces WHERE id = ?) << 32`;

/**
 * Converts a filter to SQL.
 * @param driver the index that finds the rows; by default the first that can, without `expired` and `reach`
 */
export function toScope(reach: Reach, filter: RecordFilter, nowMs: number, driver?: Driver): RecordScope {
  const driven = chooseDriver(reach, filter, nowMs, driver);
  const conditions = new Conditions();
  // The plus keeps SQLite from using an index on these columns.
  const plus = driven === null ? "" : "+";
  conditions.add(`${plus}r.workspace_id = ?`, reach.workspaceId);
  addReach(conditions, reach);
  const [only, ...more] = familiesOf(filter);
  if (more.length === 0) conditions.add(`${plus}r.runtime = ?`, only ?? "none");
  const { ids, ...others } = filter;
  // An index on ids finds no other ids, and every id that is compared counts as a row.
  const isByIds = ids !== undefined && (driver ?? "ids") === "ids";
  addConditions(conditions, isByIds ? others : filter, nowMs);
  return {
    from: driven?.from ?? "records r",
    where: [...(driven?.where ?? []), ...conditions.texts].join(" AND "),
    parameters: [...(driven?.parameters ?? []), ...conditions.parameters],
  };
}

/** Returns the families that records of a filter can have. */
export function familiesOf({ runtime, handlers }: RecordFilter): RecordFamily[] {
  return RECORD_FAMILIES.filter(
    (family) =>
      (runtime === undefined || runtime === family) &&
      (handlers === undefined || handlers.some((handler) => familyOf(handler) === family)),
  );
}

/** Adds the condition of the reach. Every query of records by a filter uses this function (contract 27.5). */
function addReach(conditions: Conditions, reach: Reach): void {
  const { hosts, tags, workspaceId } = reach;
  if (hosts !== null) conditions.add(`+r.host IN (${CLAIMS_OF_HOSTS})`, JSON.stringify(hosts), workspaceId);
  if (tags !== null) conditions.add(HAS_TAG, tagsParameter(reach));
}

/** Converts a filter to a condition on a record `r`. */
export function toConditions(
  reach: Reach,
  filter: RecordFilter,
  nowMs: number,
): { text: string; parameters: unknown[] } {
  const conditions = new Conditions();
  conditions.add("+r.workspace_id = ?", reach.workspaceId);
  addReach(conditions, reach);
  if (filter.runtime !== undefined) conditions.add("+r.runtime = ?", filter.runtime);
  addConditions(conditions, filter, nowMs);
  return { text: conditions.texts.join(" AND "), parameters: conditions.parameters };
}

/** Returns the phrase for full-text search, or null if it cannot serve the filter. */
export function searchPhrase({ search, destination }: RecordFilter): string | null {
  const spellings = search === undefined ? [] : spellingsOf(search);
  if (spellings.length > 0 && spellings.every(isIndexed)) return spellings.map(toPhrase).join(" OR ");
  return isIndexed(destination) ? toPhrase(destination) : null;
}

/**
 * Returns the forms in which the stored text may contain a searched text: without the port that answers show
 * for names below .localhost, and with its leading hostname as an A-label.
 */
function spellingsOf(search: string): string[] {
  const text = search.replace(LOCAL_PORT, "$1");
  const [, scheme = "", host = "", rest = ""] = NON_ASCII_HOST.exec(text) ?? [];
  const ascii = host === "" ? null : toAsciiHostname(host);
  return ascii === null || ascii === host ? [text] : [text, scheme + ascii + rest];
}

const LOCAL_PORT = /^((?:https?:\/\/)?[^\s/:?#]+\.localhost):\d{1,5}(?=\/|$)/i;
/** Matches a scheme, a name with a character that is not ASCII, and the rest. */
const NON_ASCII_HOST = /^((?:https?:\/\/)?)([^\s/?#@:%\\]*[^\x00-\x7f\s][^\s/?#@:%\\]*)(.*)$/isu;

interface DrivenScope {
  from: string;
  where: string[];
  parameters: unknown[];
}

function chooseDriver(reach: Reach, filter: RecordFilter, nowMs: number, only?: Driver): DrivenScope | null {
  const { workspaceId } = reach;
  const { ids, host, source, tags } = filter;
  const mayBe = (driver: Driver) => only === undefined || only === driver;
  if (ids !== undefined && mayBe("ids")) {
    return {
      from: "(SELECT DISTINCT value AS id FROM json_each(?)) d CROSS JOIN records r ON r.id = d.id",
      where: [],
      parameters: [JSON.stringify(ids)],
    };
  }
  if (host !== undefined && source && mayBe("source")) {
    return {
      from: "records r INDEXED BY records_by_slot",
      where: [
        "r.host = (SELECT host FROM hosts WHERE name = ? AND workspace_id = ?)",
        "r.slot = ?",
        "r.source = ?",
      ],
      parameters: [host, workspaceId, source.slot, source.text],
    };
  }
  if (tags !== undefined && mayBe("tags")) {
    return { from: TAGGED, where: [], parameters: [workspaceId, tagsParameter({ tags })] };
  }
  const phrase = searchPhrase(filter);
  if (phrase !== null && mayBe("search")) {
    return {
      from: "record_search f CROSS JOIN records r ON r.row = f.rowid",
      where: ["f.search_text MATCH ?", `f.rowid ${ROWS_OF_WORKSPACE}`],
      parameters: [phrase, workspaceId, workspaceId],
    };
  }
  if (only === "reach") return driveByReach(reach, host);
  if (filter.expired === true && only === "expired") {
    return {
      from: "records r INDEXED BY records_expiring",
      where: ["r.workspace_id = ?", "r.expires_at IS NOT NULL", "r.expires_at <= ?"],
      parameters: [workspaceId, nowMs],
    };
  }
  return null;
}

/** Returns an index that finds all records of a reach with limits, of one hostname if that is given. */
export function driveByReach(reach: Reach, host?: Hostname): DrivenScope {
  const { workspaceId, tags } = reach;
  if (tags !== null) return { from: TAGGED, where: [], parameters: [workspaceId, tagsParameter(reach)] };
  return {
    from: "records r INDEXED BY records_by_host",
    // This reads no record for a hostname of another workspace.
    where: [`r.host IN (${CLAIMS_OF_HOSTS})`],
    parameters: [JSON.stringify(hostsWithin(reach, host) ?? []), workspaceId],
  };
}

/** FTS5 reads a query only up to its first NUL, so the index cannot find text with a NUL. */
function isIndexed(text: string | undefined): text is string {
  if (text === undefined || text.includes("\0")) return false;
  return countCharacters(toSearched(text)) >= MIN_INDEXED_CHARACTERS;
}

/** Quotes user text as one phrase, so that nothing in it is an operator. */
function toPhrase(text: string): string {
  return `"${toSearched(text).replaceAll('"', '""')}"`;
}

/** Removes the scheme, because the scheme of a record's URL can change without a write of the record. */
function toSearched(text: string): string {
  return foldCase(text).replace(/^https?:\/\//, "://");
}

class Conditions {
  readonly texts: string[] = [];
  readonly parameters: unknown[] = [];

  add(text: string, ...parameters: unknown[]): void {
    this.texts.push(text);
    this.parameters.push(...parameters);
  }
}

function addConditions(conditions: Conditions, filter: RecordFilter, nowMs: number): void {
  const { ids, host, source, tld, handlers, types, destination, search, traffic, dnsCorrect, status } =
    filter;
  if (ids !== undefined) conditions.add("+r.id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  if (host !== undefined) conditions.add(`${hostOfKeySql("+r.host")} = ?`, host);
  // No record has an empty source, so the filter finds nothing if no source can have its path.
  if (source !== undefined) conditions.add("+r.source = ?", source?.text ?? "");
  if (handlers !== undefined)
    conditions.add("r.handler IN (SELECT value FROM json_each(?))", JSON.stringify(handlers));
  if (types !== undefined)
    conditions.add("r.type IN (SELECT value FROM json_each(?))", JSON.stringify(types));
  if (status !== undefined) conditions.add(`r.paused_by IS ${status === "paused" ? "NOT " : ""}NULL`);
  if (filter.untagged !== undefined) conditions.add(`r.tags ${filter.untagged ? "=" : "<>"} '[]'`);
  if (filter.expired !== undefined) {
    const isExpired = "(r.expires_at IS NOT NULL AND r.expires_at <= ?)";
    conditions.add(filter.expired ? isExpired : `NOT ${isExpired}`, nowMs);
  }
  if (filter.createdBy !== undefined) conditions.add("r.created_by = ?", filter.createdBy);
  if (filter.managedBy !== undefined) conditions.add("r.managed_by = ?", filter.managedBy);
  if (filter.hasRules !== undefined) conditions.add(`r.rules IS ${filter.hasRules ? "NOT " : ""}NULL`);
  if (filter.monitor !== undefined) conditions.add(`r.monitor_state = ? AND ${IS_MONITORED}`, filter.monitor);
  if (filter.plugins !== undefined) {
    conditions.add(
      "EXISTS (SELECT 1 FROM json_each(r.plugins) p WHERE p.value IN (SELECT value FROM json_each(?)))",
      JSON.stringify(filter.plugins),
    );
  }
  if (filter.createdAfterMs !== undefined) conditions.add("r.created_at >= ?", filter.createdAfterMs);
  if (filter.createdBeforeMs !== undefined) conditions.add("r.created_at < ?", filter.createdBeforeMs);
  if (search !== undefined) {
    const spellings = spellingsOf(search).map(toSearched);
    conditions.add(`(${spellings.map(() => "instr(r.search_text, ?) > 0").join(" OR ")})`, ...spellings);
  }
  if (destination !== undefined) {
    conditions.add(
      "EXISTS (SELECT 1 FROM json_each(coalesce(r.all_destinations, r.destinations)) d WHERE instr(lower(d.value), lower(?)) > 0)",
      destination,
    );
  }
  if (filter.tags !== undefined) conditions.add(HAS_TAG, JSON.stringify(filter.tags.map(foldTag)));
  if (filter.hasAllTags === true) {
    const tags = [...new Set(filter.tags?.map(foldTag))];
    conditions.add(
      `(SELECT count(*) FROM record_tags t WHERE t.workspace_id = r.workspace_id AND t.record_id = r.id
        AND t.tag IN (SELECT value FROM json_each(?))) = ?`,
      JSON.stringify(tags),
      tags.length,
    );
  }
  if (filter.hasPlacesLeft === true) {
    conditions.add(
      `NOT (r.max_clicks IS NOT NULL AND coalesce(r.places_left ->> 'left', 1) <= 0
            AND coalesce(r.places_left ->> 'version', 0) >= r.max_clicks_version)`,
    );
  }
  if (tld !== undefined) {
    conditions.add("EXISTS (SELECT 1 FROM hosts h WHERE h.host = r.host AND h.tld = ?)", tld);
  }
  if (dnsCorrect !== undefined) {
    const state = dnsCorrect ? "h.correct" : "h.dns_wrong";
    conditions.add(`EXISTS (SELECT 1 FROM hosts h WHERE h.host = r.host AND ${state})`);
  }
  if (traffic !== undefined) {
    conditions.add(`r.clicked_week ${traffic === "none" ? "<" : ">="} ?`, firstDayOfLastFourWeeks(nowMs));
  }
}
