import type * as v from "valibot";
import {
  isPlan,
  isOfRows,
  totalOf,
  writesOf,
  type ChangedFields,
  type PlannedRow,
} from "../../domain/change/change.ts";
import { pausedByOf } from "../../domain/pause.ts";
import { formatRouting } from "../../domain/routing.ts";
import { showRule } from "../../domain/rule/rule.ts";
import { toUrlSuffix } from "../../domain/source.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { ChangeRowView, ChangeView } from "../../services/change/types.ts";
import { showFields, showWarnings } from "./said.ts";
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

/** The conversions of the fields that a change writes. Other fields are not shown. */
const SHOWN: {
  [F in keyof ChangedFields]-?: ((value: NonNullable<ChangedFields[F]>) => unknown) | null;
} = {
  type: same,
  file: same,
  destinations: same,
  routing: formatRouting,
  rules: (rules) => rules.map(showRule),
  plugins: same,
  title: same,
  description: same,
  forwardPath: same,
  forwardQuery: same,
  utm: same,
  pauses: pausedByOf,
  expiresAtMs: formatTimestamp,
  startsAtMs: formatTimestamp,
  maxClicks: same,
  expiredUrl: same,
  preview: same,
  tags: same,
  qr: same,
  isNotify: same,
  isSwitchUnbrokenDestination: same,
  isPreviewOff: same,
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
  startsAtMs: "starts",
  passwordVersion: "password",
  createdAtMs: "created_at",
};

function same<T>(value: T): T {
  return value;
}

/** Converts fields to the names and values of the API. A password is shown as true or false. */
function toFields(fields: ChangedFields | null): Record<string, unknown> | null {
  if (fields === null) return null;
  const shown: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields) as [keyof ChangedFields, unknown][]) {
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
