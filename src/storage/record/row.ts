import { DEFAULT_QR_STYLE, type QrStyle } from "../../domain/qr-style.ts";
import { hostOfKey, isHeldKey, waitingKey } from "../../domain/claim-key.ts";
import { isPluginKey } from "../../domain/plugin/registry.ts";
import { RECORD_FIELDS } from "../../domain/field/record.ts";
import { familyOf } from "../../domain/handler.ts";
import { allDestinations } from "../../domain/rule/rule.ts";
import { formatSource, prefixDepth, readSource, slotOf, toUrlSuffix } from "../../domain/source.ts";
import { PAUSE_CAUSES, pausedByOf, type PauseCause } from "../../domain/pause.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { formatRouting, parseRouting, PRIMARY, type Routing } from "../../domain/routing.ts";
import { NO_UTM, UTM_MEMBERS, type Utm } from "../../domain/utm.ts";
import { codecOf, type StoredOfKind } from "../field.ts";
import { foldCase } from "../../domain/path.ts";

/** A record with the hash of its password, which is write-only in the domain. */
export interface StoredRecord {
  record: LinkRecord;
  passwordHash: string | null;
}

/**
 * The owner's writes that set a column: `insert` only the insertion, `move` also a change of the source,
 * `update` every write, and `other` none, because checks and the platform write the column.
 */
type Writer = "insert" | "move" | "update" | "other";

interface Column<V> {
  writer: Writer;
  toValue(stored: StoredRecord): V;
}

/** A column for one field of a record. */
interface FieldColumn<F extends keyof LinkRecord, V> extends Column<V> {
  field: F;
  toField(value: V): LinkRecord[F];
}

function field<F extends keyof LinkRecord, V>(
  writer: Writer,
  name: F,
  toColumn: (value: LinkRecord[F]) => V,
  toField: (value: V) => LinkRecord[F],
): FieldColumn<F, V> {
  return { writer, field: name, toValue: ({ record }) => toColumn(record[name]), toField };
}

const plain = <F extends keyof LinkRecord>(writer: Writer, name: F) =>
  field<F, LinkRecord[F]>(
    writer,
    name,
    (value) => value,
    (value) => value,
  );

const json = <F extends keyof LinkRecord>(writer: Writer, name: F) =>
  field<F, string>(
    writer,
    name,
    (value) => JSON.stringify(value),
    (value) => JSON.parse(value) as LinkRecord[F],
  );

const nullableJson = <F extends keyof LinkRecord>(writer: Writer, name: F) =>
  field<F, string | null>(
    writer,
    name,
    (value) => (value === null ? null : JSON.stringify(value)),
    (value) => (value === null ? null : JSON.parse(value)) as LinkRecord[F],
  );

type Plain = typeof RECORD_FIELDS;
type PlainColumns = {
  [F in keyof Plain as Plain[F]["column"]]: FieldColumn<F, StoredOfKind[Plain[F]["kind"]]>;
};

/** Returns the columns of the fields that are declared once for all layers. */
function plainColumns(): PlainColumns {
  const columns = Object.entries(RECORD_FIELDS).map(([name, declared]) => {
    const { toColumn, toValue } = codecOf(declared);
    return [declared.column, field("update", name as keyof Plain, toColumn, toValue as never)];
  });
  return Object.fromEntries(columns) as PlainColumns;
}

/** A column that a write computes, or that is one of several for a field. */
function computed<V>(writer: Writer, toValue: (stored: StoredRecord) => V): Column<V> {
  return { writer, toValue };
}

const pause = (writer: Writer, cause: PauseCause) =>
  computed(writer, ({ record }) => Number(record.pauses.includes(cause)));

/**
 * Returns whether the previous release must not answer a record, because it does not know rules, starts and
 * limits. Such a record has its destinations and page in columns that only this release reads (docs/upgrading.md).
 */
function isGuarded({ rules, startsAtMs, maxClicks }: LinkRecord): boolean {
  return rules.length > 0 || startsAtMs !== null || maxClicks !== null;
}

const guarded = (valueOf: (record: LinkRecord) => string | null) =>
  computed("update", ({ record }) => (isGuarded(record) ? valueOf(record) : null));

/**
 * The columns of `records` that make a record, in the order of the table. The type of a row, both
 * conversions, and the lists of written columns derive from it. A field of `LinkRecord` without a column
 * here is a type error in `toRecord`.
 */
const COLUMNS = {
  id: plain("insert", "id"),
  workspace_id: plain("insert", "workspaceId"),
  handler: plain("insert", "handler"),
  runtime: computed("insert", ({ record }) => familyOf(record.handler)),
  /** The key of the claim that the record belongs to. */
  host: computed("move", ({ record }) =>
    record.isHeld ? record.host : waitingKey(record.host, record.workspaceId),
  ),
  source_kind: computed("move", ({ record }) => record.source.kind),
  source: computed("move", ({ record }) => formatSource(record.source)),
  slot: computed("move", ({ record }) => slotOf(record.source)),
  captures: computed("move", ({ record: { source } }) =>
    source.kind === "pattern" ? JSON.stringify(source.captures) : null,
  ),
  prefix_depth: computed("move", ({ record }) => prefixDepth(record.source)),
  type: plain("update", "type"),
  file: computed("update", ({ record }) => (isGuarded(record) ? null : record.file)),
  guarded_file: guarded(({ file }) => file),
  destinations: computed("update", ({ record }) =>
    isGuarded(record) ? "[]" : JSON.stringify(record.destinations),
  ),
  guarded_destinations: guarded(({ destinations }) => JSON.stringify(destinations)),
  all_destinations: guarded((record) => JSON.stringify(allDestinations(record))),
  rules: field(
    "update",
    "rules",
    (rules) => (rules.length === 0 ? null : JSON.stringify(rules)),
    (text: string | null) => (text === null ? [] : (JSON.parse(text) as LinkRecord["rules"])),
  ),
  has_fastest_rule: computed("update", ({ record }) =>
    Number(record.rules.some(({ routing }) => routing.kind === "fastest")),
  ),
  destination_routing: field("update", "routing", formatRouting, readRouting),
  // A record may still have a plugin that no longer exists.
  plugins: field(
    "update",
    "plugins",
    (plugins) => JSON.stringify(plugins),
    (text: string) => (JSON.parse(text) as string[]).filter(isPluginKey),
  ),
  ...plainColumns(),
  utm: field("update", "utm", formatUtm, readUtm),
  paused_by: computed("update", ({ record }) => pausedByOf(record.pauses)),
  paused_by_user: pause("update", "user"),
  paused_by_claim: pause("update", "claim"),
  paused_by_suspension: pause("other", "suspension"),
  paused_by_takedown: pause("other", "takedown"),
  expires_at: plain("update", "expiresAtMs"),
  max_clicks_version: plain("update", "maxClicksVersion"),
  places_left: nullableJson("insert", "placesLeft"),
  preview: nullableJson("update", "preview"),
  tags: json("update", "tags"),
  // Styles of earlier releases have fewer members.
  qr: field(
    "update",
    "qr",
    (qr) => (qr === null ? null : JSON.stringify(qr)),
    (text: string | null) =>
      text === null ? null : { ...DEFAULT_QR_STYLE, ...(JSON.parse(text) as Partial<QrStyle>) },
  ),
  password_hash: computed("update", ({ passwordHash }) => passwordHash),
  password_version: plain("update", "passwordVersion"),
  total_clicks: plain("insert", "totalClicks"),
  clicks_before: plain("insert", "clicksBefore"),
  managed_by: plain("update", "managedBy"),
  version: plain("update", "version"),
  search_text: computed("update", ({ record }) => toSearchText(record)),
  created_by: plain("insert", "createdBy"),
  created_via: plain("insert", "createdVia"),
  created_at: plain("insert", "createdAtMs"),
  updated_at: plain("update", "updatedAtMs"),
  health: json("other", "health"),
  threats: json("other", "threats"),
};

type Columns = typeof COLUMNS;
type ColumnName = keyof Columns;

/** A row of the table `records`. The table has more columns, which are not fields of a record. */
export type RecordRow = { [C in ColumnName]: Columns[C] extends Column<infer V> ? V : never };

const NAMES = Object.keys(COLUMNS) as ColumnName[];
const writtenBy = (...writers: Writer[]) => NAMES.filter((name) => writers.includes(COLUMNS[name].writer));

/** The columns that a snapshot needs. The others can be as long as all destinations together. */
export const SHOWN_COLUMNS = NAMES.filter((name) => name !== "search_text" && name !== "all_destinations");
export const INSERTED_COLUMNS = writtenBy("insert", "move", "update");
export const UPDATED_COLUMNS = writtenBy("update");
/** The columns of an update that changes the source. */
export const MOVED_COLUMNS = writtenBy("move");

type Field = { [C in ColumnName]: Columns[C] extends { field: infer F } ? F : never }[ColumnName];

const FIELD_COLUMNS = NAMES.flatMap((name) => {
  const column: Column<unknown> = COLUMNS[name];
  return "field" in column ? [[name, column as FieldColumn<keyof LinkRecord, unknown>] as const] : [];
});

export function toRecord(row: RecordRow): LinkRecord {
  const fields = FIELD_COLUMNS.map(([name, column]) => [column.field, column.toField(row[name])]);
  return {
    ...(Object.fromEntries(fields) as Pick<LinkRecord, Field & keyof LinkRecord>),
    host: hostOfKey(row.host),
    isHeld: isHeldKey(row.host),
    source: readSource(row.source_kind, row.source, readCaptureNames(row.captures)),
    file: row.guarded_file ?? row.file,
    destinations: JSON.parse(row.guarded_destinations ?? row.destinations) as string[],
    pauses: PAUSE_CAUSES.filter((cause) => row[`paused_by_${cause}`] === 1),
  };
}

/** Converts a row to a record with the hash of its password. */
export function toStoredRecord(row: RecordRow): StoredRecord {
  return { record: toRecord(row), passwordHash: row.password_hash };
}

/** A row in the form that an insertion or update binds. */
export type WrittenRow = Pick<RecordRow, "id"> & Partial<RecordRow>;

/** Converts a record to some columns of its row, which always include `id`. */
export function toRow(stored: StoredRecord, columns: readonly ColumnName[]): WrittenRow {
  const values = columns.map((name) => [name, (COLUMNS[name] as Column<unknown>).toValue(stored)]);
  return { id: stored.record.id, ...Object.fromEntries(values) };
}

/** Leaves out members that are not set, because most records have none. */
function formatUtm(utm: Utm): string {
  const set = UTM_MEMBERS.filter((member) => utm[member] !== "");
  return JSON.stringify(Object.fromEntries(set.map((member) => [member, utm[member]])));
}

function readUtm(text: string): Utm {
  return { ...NO_UTM, ...(JSON.parse(text) as Partial<Utm>) };
}

function readCaptureNames(text: string | null): string[] | undefined {
  return text === null ? undefined : (JSON.parse(text) as string[]);
}

function readRouting(text: string): Routing {
  const routing = parseRouting(text);
  return routing.ok ? routing.value : PRIMARY;
}

/** Returns the text that searches examine: the URLs, titles, destinations and tags, a line each. */
function toSearchText(record: LinkRecord): string {
  const suffix = formatSource(record.source);
  const shown = toUrlSuffix(record.source);
  const urls = [`https://${record.host}${suffix === "*" ? "/*" : suffix}`];
  if (!urls[0]?.endsWith(shown)) urls.push(`https://${record.host}${shown}`);
  const lines = [...urls, record.title, record.description, ...allDestinations(record), ...record.tags];
  return foldCase(lines.filter((line) => line !== "").join("\n"));
}
