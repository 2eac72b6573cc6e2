import type * as v from "valibot";
import {
  isPlan,
  isOfRows,
  totalOf,
  writesOf,
  type ChangedFields,
  type PlannedRow,
} from "../../domain/change/change.ts";
import { RECORD_FIELDS } from "../../domain/field/record.ts";
import { pausedByOf } from "../../domain/pause.ts";
import { formatRouting } from "../../domain/routing.ts";
import { showRule } from "../../domain/rule/rule.ts";
import { toUrlSuffix } from "../../domain/source.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { ChangeRowView, ChangeView } from "../../services/change/types.ts";
import { showFields, showWarnings } from "./said.ts";
import { showValue } from "../schema/kind.ts";
import type { ChangeRowShape, ChangeShape } from "../schema/change-shape.ts";

/** Converts a change to its JSON in the API. */
export function toChangeShape({
  change,
  creatorName,
  confirm,
  warnings,
}: ChangeView): v.InferOutput<typeof ChangeShape> {
  const { id, state, kind, request, counts, planned, endsAtMs } = change;
  const isWritten = state === "applied" || state === "stopped" || state === "undoing";
  return {
    id,
    state,
    kind,
    owner: isOfRows(request) ? request.owner : null,
    label: request.label ?? null,
    total: totalOf(planned),
    counts,
    planned,
    progress: { done: change.done, total: change.chunks },
    undo_conflicts: change.progress.undoConflicts,
    sample: change.sample.map((row) => toRowShape({ row, reasons: null, current: null })),
    ...showWarnings(warnings),
    confirm: confirm && {
      ...(confirm.deletes !== undefined && { deletes: confirm.deletes }),
      ...(confirm.dropUndo !== undefined && { drop_undo: confirm.dropUndo }),
    },
    created_by: { id: change.createdBy, name: creatorName },
    created_at: formatTimestamp(change.createdAtMs),
    expires_at: isPlan(state) ? formatTimestamp(endsAtMs) : null,
    undo_until: isWritten && writesOf(counts) > 0 ? formatTimestamp(endsAtMs) : null,
  };
}

/** Converts a row of a change to its JSON in the API. */
export function toRowShape({ row, reasons, current }: ChangeRowView): v.InferOutput<typeof ChangeRowShape> {
  return {
    id: row.id,
    source: sourceOf(row),
    line: row.line,
    result: row.result,
    before: toFields(row.before),
    after: toFields(row.after),
    current: toFields(current),
    ...showFields("reasons", reasons),
  };
}

function sourceOf({ place }: PlannedRow): string | null {
  return place === null ? null : place.host + toUrlSuffix(place.source);
}

/** The conversions of the other fields that a change writes. Those without one are not shown. */
const SHOWN: {
  [F in Exclude<keyof ChangedFields, keyof typeof RECORD_FIELDS>]-?:
    | ((value: NonNullable<ChangedFields[F]>) => unknown)
    | null;
} = {
  type: same,
  file: same,
  destinations: same,
  routing: formatRouting,
  rules: (rules) => rules.map(showRule),
  plugins: same,
  utm: same,
  pauses: pausedByOf,
  expiresAtMs: formatTimestamp,
  preview: same,
  tags: same,
  qr: same,
  passwordVersion: () => true,
  passwordHash: null,
  maxClicksVersion: null,
  placesLeft: null,
  managedBy: same,
  clicksBefore: same,
  createdAtMs: formatTimestamp,
};

/** The names of the API that are not the domain's names in snake_case. */
const NAMES: { [F in keyof ChangedFields]?: string } = {
  routing: "destination_routing",
  pauses: "paused_by",
  expiresAtMs: "expires",
  passwordVersion: "password",
  createdAtMs: "created_at",
};

function same<T>(value: T): T {
  return value;
}

function isPlain(field: keyof ChangedFields): field is keyof typeof RECORD_FIELDS {
  return field in RECORD_FIELDS;
}

/** Converts fields to the names and values of the API. A password is shown as true or false. */
function toFields(fields: ChangedFields | null): Record<string, unknown> | null {
  if (fields === null) return null;
  const shown: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields) as [keyof ChangedFields, unknown][]) {
    if (isPlain(field)) {
      shown[RECORD_FIELDS[field].api] = showValue(RECORD_FIELDS[field], value);
      continue;
    }
    const show = SHOWN[field] as ((given: unknown) => unknown) | null;
    if (show === null) continue;
    const name = NAMES[field] ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (field === "destinations") shown["destination"] = (value as string[])[0] ?? null;
    shown[name] = value === null ? (field === "passwordVersion" ? false : null) : show(value);
  }
  return shown;
}

/** The columns of the rows as CSV. */
export const ROW_COLUMNS = [
  "line",
  "id",
  "source",
  "result",
  "before",
  "after",
  "current",
  "reasons",
] as const;

/** Converts a row of a change to the cells of a CSV line. Fields and reasons are JSON. */
export function toRowCells(view: ChangeRowView): (string | number)[] {
  const shape = toRowShape(view);
  return ROW_COLUMNS.map((column) => {
    const value = shape[column];
    if (value === null) return "";
    return typeof value === "object" ? JSON.stringify(value) : value;
  });
}
