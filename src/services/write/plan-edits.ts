import type { ChangedFields, ChangeRequest, Edit, PlannedRow } from "../../domain/change/change.ts";
import { diffSettings, editRecord, printOf } from "../../domain/change/edit-record.ts";
import { isListWritten } from "../../domain/change-settings.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { type LinkRecord, defaultSettings } from "../../domain/record.ts";
import type { StoredRecord } from "../../storage/record/row.ts";
import type { JudgeContext } from "../context.ts";
import type { Judge, Judgement } from "./judge-destinations.ts";
import { refuseManaged, TAKEN_DOWN } from "./reasons.ts";
import type { PlacedWrite } from "./add-errors.ts";
import { validateWrites } from "./validate-writes.ts";

export interface Checks {
  judge: Judge;
  /** Leaves loops to a later step of the plan, because the rows are only a part of it. */
  isPart: boolean;
}

export type EditRequest = Extract<ChangeRequest, { kind: "edit" | "delete" }>;

/**
 * Computes the effect of a change with a filter on some records. Writes nothing.
 * @param editOf the edit of each record, if the edits differ
 */
export async function planEdits(
  ctx: JudgeContext,
  request: EditRequest,
  records: StoredRecord[],
  checks: Checks,
  editOf?: (record: LinkRecord) => Edit,
): Promise<PlannedRow[]> {
  const planned = records.map((stored) => {
    const after = { ...stored.record };
    const row = rowOf(stored.record, null);
    const refusal = refuse(stored.record, request);
    if (refusal !== null) return { row: { ...row, ...refusal }, after };
    if (request.kind === "delete") {
      return { row: { ...row, result: "deleted" as const, before: fieldsOf(stored.record) }, after };
    }
    const changed = editRecord(stored.record, editOf?.(stored.record) ?? request.edit);
    if (!changed.ok) return { row: { ...row, result: "invalid" as const, reasons: changed.errors }, after };
    const diff = diffSettings(stored.record, changed.settings);
    if (diff === null) return { row, after };
    keepCounter(stored.record, diff);
    keepHash(stored, diff);
    Object.assign(after, changed.settings);
    return { row: { ...row, result: "changed" as const, ...diff, print: printOf(after) }, after };
  });
  if (request.kind === "delete") return planned.map(({ row }) => row);
  const wroteList = isListWritten(null, request.edit.set);
  await refuseInvalid(
    ctx,
    planned.flatMap(({ row, after }, index) => {
      const before = records[index]?.record ?? null;
      return row.result === "changed" ? [{ row, before, after, wroteList }] : [];
    }),
    { hosts: new Map() },
    checks,
  );
  return planned.map(({ row }) => row);
}

export function rowOf(record: LinkRecord, line: number | null): PlannedRow {
  const { id, handler, host, source, version } = record;
  return {
    id,
    handler,
    place: { host, source },
    line,
    result: "unchanged",
    version,
    before: null,
    after: null,
  };
}

function refuse(
  record: LinkRecord,
  { kind, isForced }: EditRequest,
): Pick<PlannedRow, "result" | "reasons"> | null {
  const managed = refuseManaged(record, isForced);
  if (managed !== null) return { result: "conflict", reasons: managed };
  if (kind === "delete" && record.pauses.includes("takedown")) {
    return { result: "invalid", reasons: { status: [TAKEN_DOWN] } };
  }
  return null;
}

/** Returns the fields of a record that do not have their default value. */
export function fieldsOf(record: LinkRecord): ChangedFields {
  const diff = diffSettings(defaultSettings(record.handler), record);
  return {
    ...diff?.after,
    ...(record.managedBy !== null && { managedBy: record.managedBy }),
    ...(record.clicksBefore > 0 && { clicksBefore: record.clicksBefore }),
  };
}

/** Keeps the counter of visitors in the row, so that an undo restores it with the limit. */
export function keepCounter(
  record: LinkRecord,
  { before, after }: { before: ChangedFields; after: object },
): void {
  if (!("maxClicks" in after)) return;
  before.maxClicksVersion = record.maxClicksVersion;
  before.placesLeft = record.placesLeft;
}

/** Keeps the hash of the password in the row, so that an undo restores the password. */
export function keepHash(
  { passwordHash }: StoredRecord,
  diff: { before: ChangedFields; after: ChangedFields },
): void {
  if (diff.after.passwordVersion === undefined) return;
  diff.before.passwordHash = passwordHash;
  if (diff.after.passwordVersion === null) diff.after.passwordHash = null;
}

type CheckedRow = Omit<PlacedWrite, "errors"> & { row: PlannedRow };

/** Makes rows invalid that no write would accept: hostname, source, page and added destinations. */
export async function refuseInvalid(
  ctx: JudgeContext,
  checked: CheckedRow[],
  facts: Omit<Parameters<typeof validateWrites>[2], "isPart">,
  { judge, isPart }: Checks,
): Promise<Judgement> {
  const writes = checked.map(({ before, after, wroteList }) => ({ before, after, wroteList, errors: {} }));
  const judgement = await validateWrites(ctx, writes, { ...facts, isPart }, judge);
  for (const [index, { row, after }] of checked.entries()) {
    if (judgement.inside.has(after.id)) row.leadsInside = true;
    const errors: FieldErrors = writes[index]?.errors ?? {};
    if (!hasFieldErrors(errors)) continue;
    row.result = "invalid";
    row.reasons = errors;
  }
  return judgement;
}
