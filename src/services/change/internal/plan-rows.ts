import { namedFiles } from "../../../domain/named-files.ts";
import { refuse } from "../../../domain/refusal/refusal.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import type { PlannedRow, RowsRequest } from "../../../domain/change/change.ts";
import { diffSettings, printOf } from "../../../domain/change/edit-record.ts";
import type { PlaceIndex } from "../../../domain/change/place-index.ts";
import { changeSettings, isListWritten } from "../../../domain/change-settings.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import { familyOf } from "../../../domain/handler.ts";
import { addRepeatedErrors, factsOfNewRecord } from "../../../domain/repeated-field.ts";
import { isHeld, type Host } from "../../../domain/host.ts";
import { defaultSettings, type LinkRecord } from "../../../domain/record.ts";
import { formatSource, slotOf } from "../../../domain/source.ts";
import { selectHosts } from "../../../storage/host/read.ts";
import { selectRecordsBySource } from "../../../storage/record/read.ts";
import type { StoredRecord } from "../../../storage/record/row.ts";
import type { ServiceContext } from "../../context.ts";
import { FOREIGN, findForeign } from "../../page/writer.ts";
import { addFieldErrors } from "../../result.ts";
import { addHostErrors, managedReason, placeField, placeKey, takenReason } from "../../write/reasons.ts";
import { buildRecord, newSettings } from "../../write/change-record.ts";
import type { RowOrigin, WaitingRow } from "../types.ts";
import {
  fieldsOf,
  keepCounter,
  keepHash,
  refuseInvalid,
  rowOf,
  type Checks,
} from "../../write/plan-edits.ts";
import { costOfHash } from "../../../domain/password-hash.ts";

/** Rows pass the visitor's query on only if their format says so, and not by default (contract 4.2). */
const ROW_DEFAULTS = { forwardQuery: false };

interface Found {
  /** Stored pages that the caller may not begin to show. */
  foreign: ReadonlySet<string>;
  hosts: ReadonlyMap<Hostname, Host>;
  existing: ReadonlyMap<string, StoredRecord>;
}

interface PlannedRows {
  rows: PlannedRow[];
  found: Found;
  /** The indices of rows that write a list of destinations. */
  listed: ReadonlySet<number>;
}

/**
 * Computes the effect of sent rows on the records that have their sources. Writes nothing.
 * @param checks null if the rows are applied at once, which checks them
 */
export async function planRows(
  ctx: ServiceContext,
  request: RowsRequest,
  rows: WaitingRow[],
  index: PlaceIndex,
  checks: Checks | null,
): Promise<PlannedRows> {
  const found = await readFound(ctx, rows);
  const firstLines = new Map<string, number>();
  const planned = rows.map((row) => {
    const errors = structuredClone(row.errors);
    const { place, handler } = row.fields;
    if (place !== null) {
      addHostErrors(found.hosts, place.host, { isShortLink: familyOf(handler) === "link" }, errors);
      if (request.hosts?.includes(place.host) === false) {
        addFieldError(errors, placeField(handler), refuse("not_among_hosts", { host: place.host }));
      }
      const key = placeKey(place);
      const first = index.lineOf(place) ?? firstLines.get(key);
      if (first === undefined) firstLines.set(key, row.line);
      else addFieldError(errors, placeField(handler), refuse("duplicate_line", { line: first }));
    }
    for (const [field, name] of namedFiles(row.fields.input)) {
      if (found.foreign.has(name)) addFieldError(errors, field, FOREIGN);
    }
    return planRow(ctx, request, row, errors, found);
  });
  const written = planned.flatMap(({ row, before = null, after }, index) => {
    const wroteList = isListWritten(before, rows[index]?.fields.input ?? {});
    return after === undefined ? [] : [{ index, row, before, after, wroteList }];
  });
  if (checks !== null) {
    await refuseInvalid(ctx, written, { hosts: found.hosts, holders: found.existing }, checks);
  }
  const listed = new Set(written.flatMap(({ index, wroteList }) => (wroteList ? [index] : [])));
  return { rows: planned.map(({ row }) => row), found, listed };
}

async function readFound(ctx: ServiceContext, rows: WaitingRow[]): Promise<Found> {
  const places = rows.flatMap(({ fields }) => fields.place ?? []);
  const { DB } = ctx.env;
  const { reach } = ctx.caller;
  const [foreign, hosts, existing] = await Promise.all([
    findForeign(
      ctx,
      rows.flatMap(({ fields: { input } }) => namedFiles(input).map(([, name]) => name)),
    ),
    selectHosts(
      DB,
      reach,
      places.map(({ host }) => host),
    ),
    selectRecordsBySource(
      DB,
      reach,
      places.map(({ host, source }): [Hostname, string, string] => [
        host,
        slotOf(source),
        formatSource(source),
      ]),
    ),
  ]);
  return { foreign, hosts, existing: new Map(existing.map((stored) => [placeKey(stored.record), stored])) };
}

interface Planned {
  row: PlannedRow;
  before?: LinkRecord;
  /** Absent if the row writes nothing. */
  after?: LinkRecord;
}

function planRow(
  ctx: ServiceContext,
  request: RowsRequest,
  { fields, line }: WaitingRow,
  errors: FieldErrors,
  { hosts, existing }: Found,
): Planned {
  const { place, handler, origin = {} } = fields;
  const stored = place === null ? undefined : existing.get(placeKey(place));
  const blank: PlannedRow = {
    id: null,
    handler,
    place,
    line,
    result: "invalid",
    version: 0,
    before: null,
    after: null,
  };
  const invalid = (reasons: FieldErrors) => ({ row: { ...blank, id: stored?.record.id ?? null, reasons } });
  addOriginErrors(ctx, origin, errors);
  if (place === null || hasFieldErrors(errors)) return invalid(errors);
  if (stored !== undefined) return planUpdate(request, { fields, line }, stored, invalid);
  // A hash takes the place of a password.
  const input = { ...ROW_DEFAULTS, ...fields.input, ...pickHash(origin) };
  const decided = newSettings(handler, input);
  if (!decided.ok) addFieldErrors(errors, decided.errors);
  addRepeatedErrors(factsOfNewRecord(handler), fields.held, input, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  const built = buildRecord(ctx, handler, place, decided.settings, isHeld(hosts.get(place.host)));
  const after = { ...built, managedBy: request.owner };
  const made = { after: { ...fieldsOf(after), ...origin }, print: printOf(after) };
  return { row: { ...blank, id: after.id, result: "created", ...made }, after };
}

function planUpdate(
  request: RowsRequest,
  { fields, line }: Pick<WaitingRow, "fields" | "line">,
  stored: StoredRecord,
  invalid: (errors: FieldErrors) => Planned,
): Planned {
  const { record: before } = stored;
  const { handler, held, origin } = fields;
  const passwordHash = origin?.passwordHash === stored.passwordHash ? undefined : origin?.passwordHash;
  const input = {
    ...fields.input,
    ...(passwordHash !== undefined && { passwordVersion: before.version + 1 }),
  };
  const row = rowOf(before, line);
  const conflict = (reasons: FieldErrors): Planned => ({ row: { ...row, result: "conflict", reasons } });
  if (request.kind === "create" || familyOf(before.handler) !== familyOf(handler)) {
    return conflict({ [placeField(handler)]: [takenReason(before)] });
  }
  const refusal = ownerRefusal(request, before);
  if (refusal !== null && request.owner !== null) return conflict(refusal);
  const changed = changeSettings(
    before.handler,
    request.kind === "mirror" ? asNew(before) : before,
    request.kind === "mirror" ? { rules: [], ...ROW_DEFAULTS, ...input } : input,
  );
  const errors: FieldErrors = changed.ok ? {} : changed.errors;
  addRepeatedErrors(before, held, { ...input, ...pickHash(origin) }, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  const diff = diffSettings(before, changed.settings);
  const isAdopted = request.owner !== null && before.managedBy !== request.owner;
  if (diff === null && !isAdopted) return { row };
  if (refusal !== null) return conflict(refusal);
  const written = diff ?? { before: {}, after: {} };
  keepHash(stored, written);
  if (passwordHash !== undefined) written.after.passwordHash = passwordHash;
  if (isAdopted) {
    written.before.managedBy = before.managedBy;
    written.after.managedBy = request.owner;
  }
  keepCounter(before, written);
  const after = { ...before, ...changed.settings };
  const print = printOf({ ...after, managedBy: request.owner ?? before.managedBy });
  return { row: { ...row, result: "changed", ...written, print }, before, after };
}

/** Returns a substitute for the password of a hash, for the checks of other fields. */
function pickHash(origin: RowOrigin | undefined): { password?: string } {
  return origin?.passwordHash === undefined ? {} : { password: origin.passwordHash };
}

/** Returns why the rows of a file may not write a record that another file, or none, manages; null if they may. */
function ownerRefusal(
  { owner, adopts, isForced }: RowsRequest,
  { managedBy }: LinkRecord,
): FieldErrors | null {
  if (managedBy === owner) return null;
  if (managedBy !== null) return owner === null && isForced ? null : managedReason(managedBy);
  return adopts ? null : { managed_by: [refuse("adopt_takes")] };
}

/**
 * Returns the settings that a mirrored row starts from, which are the settings of a new record. Settings that close a
 * link stay, so that no link opens because a row leaves them out.
 */
function asNew(record: LinkRecord): LinkRecord {
  const { rules, pauses, passwordVersion } = record;
  return { ...record, ...defaultSettings(record.handler), rules, pauses, passwordVersion };
}

/** The most by which the cost of an imported hash may exceed the own cost, because each guess makes the Worker hash. */
const MAX_EXTRA_COST = 2;

/** Adds errors for the origin of a row: a time in the future, or a hash that costs too much (contract 28.18). */
function addOriginErrors(
  { env, nowMs }: ServiceContext,
  { createdAtMs, passwordHash }: RowOrigin,
  errors: FieldErrors,
): void {
  if (createdAtMs !== undefined && createdAtMs > nowMs) {
    addFieldError(errors, "created_at", refuse("in_future"));
  }
  const maxCost = Number(env.BCRYPT_COST) + MAX_EXTRA_COST;
  if (passwordHash !== undefined && costOfHash(passwordHash) > maxCost) {
    addFieldError(errors, "password_hash", refuse("cost_too_high", { count: maxCost }));
  }
}
