import { refuse } from "../../domain/refusal/refusal.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { RecordFamily } from "../../domain/handler.ts";
import { addRepeatedErrors, type RepeatedFields } from "../../domain/repeated-field.ts";
import { isListWritten } from "../../domain/change-settings.ts";
import type { LinkRecord } from "../../domain/record.ts";
import type { HostedSource } from "../../domain/source.ts";
import { ATTEMPTS, retryOnConflict } from "../../runtime/retry-on-conflict.ts";
import { isHeld, type Host } from "../../domain/host.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { selectRecord } from "../../storage/record/read.ts";
import type { StoredRecord } from "../../storage/record/row.ts";
import type { ServiceContext } from "../context.ts";
import { isStale } from "../is-conflict.ts";
import { addForeignErrors } from "../page/writer.ts";
import { addFieldErrors, done, failed, invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";
import { changeRecord, type RecordInput } from "../write/change-record.ts";
import { commitWrites, toRefusal } from "../write/commit-writes.ts";
import { judgeLater, newJudge, type Judge } from "../write/judge-destinations.ts";
import { refuseManaged, TAKEN_DOWN } from "../write/reasons.ts";
import { toView, type RecordView } from "./records.ts";
import { readClicksLeft, closeCounter } from "./visitor-limit.ts";
import { validateWrites } from "../write/validate-writes.ts";

export interface RecordEdit {
  input: RecordInput;
  /** Returns the place of the record after the write. Adds errors for fields that contradict it. */
  place(current: LinkRecord, errors: FieldErrors): HostedSource;
  /** Must be the public suffix of the hostname, before or after the write. It changes nothing. */
  tld?: string;
  /** Each must have the value of the record. */
  repeated?: RepeatedFields;
  /** True to change a record although a file manages it. */
  isForced?: boolean;
  /** The versions that the caller accepts as current; all if absent. */
  versions?: number[];
}

/**
 * Changes a record of one family (`PUT` of `/link`, `/redirect`, `/links`). Absent settings are not
 * changed.
 */
export async function updateRecord(
  ctx: ServiceContext,
  id: string,
  family: RecordFamily | undefined,
  draft: Draft<RecordEdit>,
): Promise<Result<RecordView>> {
  const judge = newJudge(ctx);
  const retry = { attempts: ATTEMPTS.shared, isConflict: isStale };
  const updated = await retryOnConflict(retry, async (): Promise<Result<RecordView>> => {
    const stored = await selectRecord(ctx.env.DB, ctx.caller.reach, id, family);
    return stored === null ? NOT_FOUND : tryUpdate(ctx, stored, draft, judge);
  });
  return updated ?? failed({ code: "busy" });
}

/** @throws AssertionError `stale_version` if another write was first */
async function tryUpdate(
  ctx: ServiceContext,
  stored: StoredRecord,
  draft: Draft<RecordEdit>,
  judge: Judge,
): Promise<Result<RecordView>> {
  const { record: before } = stored;
  const { input, place, tld, repeated = {}, versions, isForced = false } = draft.fields;
  if (versions?.includes(before.version) === false) return failed({ code: "version_mismatch" });
  const errors: FieldErrors = structuredClone(draft.errors);
  const target = place(before, errors);
  addRepeatedErrors(before, repeated, input, errors);
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.reach, [before.host, target.host]);
  if (tld !== undefined && hosts.has(target.host) && hosts.values().every((host) => host.tld !== tld)) {
    addFieldError(errors, "tld", refuse("not_public_suffix_of", { host: target.host }));
  }
  const host = hosts.get(target.host);
  const changed = await changeRecord(ctx, stored, input, { ...target, isHeld: isHeld(host) });
  if (changed.kind === "invalid") addFieldErrors(errors, changed.errors);
  if (changed.kind === "unchanged") {
    if (hasFieldErrors(errors)) return invalid(errors);
    return host === undefined ? NOT_FOUND : viewOf(ctx, before, host);
  }
  addFieldErrors(errors, refuseManaged(before, isForced) ?? {});
  await addForeignErrors(ctx, input, errors);
  const after = changed.kind === "changed" ? changed.update.after.record : changed.after;
  const wroteList = isListWritten(before, input);
  const judgement = await validateWrites(ctx, [{ before, after, wroteList, errors }], { hosts }, judge);
  if (changed.kind === "invalid" || hasFieldErrors(errors)) return invalid(errors);
  if (host === undefined) return NOT_FOUND;
  try {
    await commitWrites(ctx, { updates: [changed] });
  } catch (error) {
    const refusal = await toRefusal(ctx, error, { before, after });
    if (refusal !== null) return refusal;
    throw error;
  }
  await judgeLater(ctx, judgement, [before.id]);
  return viewOf(ctx, after, host);
}

async function viewOf(ctx: ServiceContext, record: LinkRecord, host: Host): Promise<Result<RecordView>> {
  return done({ ...toView(record, host), clicksLeft: await readClicksLeft(ctx.env, record) });
}

/** Pauses or resumes a record (`POST /links/{id}/pause` and `/resume`). */
export async function pauseRecord(
  ctx: ServiceContext,
  id: string,
  isPaused: boolean,
  isForced = false,
): Promise<Result<RecordView>> {
  const input = { status: isPaused ? ("paused" as const) : ("active" as const) };
  return updateRecord(ctx, id, undefined, {
    fields: { input, place: (current) => current, isForced },
    errors: {},
  });
}

/**
 * Deletes a record with its history and clicks. Its source is free at once. A record that was taken down
 * cannot be deleted, so that its source stays refused (contract 3.16).
 * @param options `family`: only records of this family are found; `versions`: the versions that the caller
 *   accepts as current; `isForced`: whether to delete a record that a file manages
 */
export async function deleteRecord(
  ctx: ServiceContext,
  id: string,
  {
    family,
    versions,
    isForced = false,
  }: { family?: RecordFamily | undefined; versions?: number[] | undefined; isForced?: boolean } = {},
): Promise<Result<null>> {
  const retry = { attempts: ATTEMPTS.shared, isConflict: isStale };
  const deleted = await retryOnConflict(retry, async (): Promise<Result<null>> => {
    const stored = await selectRecord(ctx.env.DB, ctx.caller.reach, id, family);
    if (stored === null) return NOT_FOUND;
    if (versions?.includes(stored.record.version) === false) return failed({ code: "version_mismatch" });
    if (stored.record.pauses.includes("takedown")) return invalid({ status: [TAKEN_DOWN] });
    const managed = refuseManaged(stored.record, isForced);
    if (managed !== null) return invalid(managed);
    await commitWrites(ctx, { deletes: [stored.record] });
    ctx.background(closeCounter(ctx.env, stored.record));
    return done(null);
  });
  return deleted ?? failed({ code: "busy" });
}
