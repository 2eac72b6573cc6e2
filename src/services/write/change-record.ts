import { momentOf } from "../../domain/id-time.ts";
import { createSettings, changeSettings, type ChangedSettings } from "../../domain/change-settings.ts";
import type { Handler } from "../../domain/handler.ts";
import type { RecordChange } from "../../domain/record-change.ts";
import { withPause } from "../../domain/pause.ts";
import type { LinkRecord, RecordSettings } from "../../domain/record.ts";
import { toSourceText, type HostedSource } from "../../domain/source.ts";
import { actorOf, type ServiceContext } from "../context.ts";
import { newId } from "../new-id.ts";
import { diffHistory } from "../../domain/history.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import type { NewHistoryEntry } from "../../storage/history/write.ts";
import type { RecordUpdate } from "../../storage/record/write.ts";
import type { StoredRecord } from "../../storage/record/row.ts";
import { hashPassword } from "../../runtime/password.ts";

/** The settings of a record in a write, without its source. Each field was parsed separately. */
export interface RecordInput extends Omit<RecordChange, "passwordVersion"> {
  /** Null removes the password. */
  password?: string | null;
}

/** Returns the settings of a new record, with the errors of fields that contradict each other. */
export function newSettings(handler: Handler, { password, ...change }: RecordInput): ChangedSettings {
  return createSettings(handler, {
    ...change,
    ...(typeof password === "string" && { passwordVersion: 1 }),
  });
}

/**
 * Builds a new record.
 * @param isHeld whether the workspace holds the hostname
 */
export function buildRecord(
  ctx: ServiceContext,
  handler: Handler,
  place: HostedSource,
  settings: RecordSettings,
  isHeld: boolean,
): LinkRecord {
  const id = newId(ctx.nowMs);
  const createdAtMs = momentOf(id);
  return {
    ...settings,
    id,
    workspaceId: ctx.caller.workspace.id,
    handler,
    host: place.host,
    isHeld,
    pauses: withPause(settings.pauses, "claim", !isHeld),
    source: place.source,
    createdBy: ctx.caller.user.id,
    createdVia: ctx.channel,
    createdAtMs,
    updatedAtMs: createdAtMs,
    totalClicks: 0,
    clicksBefore: 0,
    managedBy: null,
    version: 1,
    maxClicksVersion: settings.maxClicks === null ? 0 : 1,
    placesLeft: null,
    health: {},
    threats: {},
  };
}

type Changed =
  | { kind: "changed"; update: RecordUpdate; history: NewHistoryEntry[] }
  | { kind: "unchanged" }
  /** `after` is the record with the valid fields of the write. */
  | { kind: "invalid"; errors: FieldErrors; after: LinkRecord };

/** Computes the result of a write to a record: an update for the commit, no change, or errors. Writes nothing. */
export async function changeRecord(
  ctx: ServiceContext,
  stored: StoredRecord,
  input: RecordInput,
  place: HostedSource & { isHeld: boolean } = stored.record,
): Promise<Changed> {
  const before = stored.record;
  const { password, ...change } = input;
  const version = before.version + 1;
  // Later than every earlier change, even one with a faster clock, because history is sorted by id.
  const changeId = newId(Math.max(ctx.nowMs, before.updatedAtMs + 1));
  const changed = changeSettings(before.handler, before, {
    ...change,
    ...(typeof password === "string" && { passwordVersion: version }),
    ...(password === null && { passwordVersion: null }),
  });
  const after: LinkRecord = {
    ...before,
    ...changed.settings,
    host: place.host,
    isHeld: place.isHeld,
    pauses:
      place.isHeld === before.isHeld
        ? changed.settings.pauses
        : withPause(changed.settings.pauses, "claim", !place.isHeld),
    source: place.source,
    version,
    maxClicksVersion: maxClicksVersionOf(before, changed.settings.maxClicks, version),
    updatedAtMs: momentOf(changeId),
  };
  if (!changed.ok) return { kind: "invalid", errors: changed.errors, after };
  if (isSame(before, after)) return { kind: "unchanged" };
  const diff = diffHistory(before, after);
  const passwordHash = await nextHash(ctx, stored, password);
  const history = diff === null ? [] : [toEntry(ctx, changeId, before.id, diff)];
  return { kind: "changed", update: { before, after: { record: after, passwordHash } }, history };
}

/** Returns the counter of a limit after a write. A changed limit gets a new one; a removed limit keeps its counter. */
export function maxClicksVersionOf(before: LinkRecord, maxClicks: number | null, version: number): number {
  return maxClicks === null || maxClicks === before.maxClicks ? before.maxClicksVersion : version;
}

/** Returns whether a write changes nothing. Such a write makes no version, no `updated_at` and no history. */
function isSame(before: LinkRecord, after: LinkRecord): boolean {
  const neutral = { version: 0, updatedAtMs: 0, source: "" };
  const shown = (record: LinkRecord) =>
    JSON.stringify({ ...record, ...neutral, source: `${record.source.kind} ${toSourceText(record.source)}` });
  return shown(before) === shown(after);
}

async function nextHash(
  ctx: ServiceContext,
  stored: StoredRecord,
  password: string | null | undefined,
): Promise<string | null> {
  if (password === undefined) return stored.passwordHash;
  return password === null ? null : hashPassword(password, Number(ctx.env.BCRYPT_COST));
}

export function toEntry(
  ctx: ServiceContext,
  id: string,
  recordId: string,
  diff: NewHistoryEntry["diff"],
  changeId: string | null = null,
): NewHistoryEntry {
  return {
    id,
    recordId,
    diff,
    actor: actorOf(ctx),
    channel: ctx.channel,
    createdAtMs: momentOf(id),
    changeId,
  };
}
