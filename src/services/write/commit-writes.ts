import type { Act } from "../../domain/activity.ts";
import { familyOf } from "../../domain/handler.ts";
import { PLANS } from "../../domain/plan.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { changedFields } from "../../domain/record-facts.ts";
import type { Slot } from "../../domain/slot.ts";
import { toUrlSuffix } from "../../domain/source.ts";
import { AssertionError, isForeignKeyViolation, isUniqueViolation } from "../../storage/commit.ts";
import { insertHistory, type NewHistoryEntry } from "../../storage/history/write.ts";
import { splitForParameters } from "../../storage/statement.ts";
import {
  deleteRecordRows,
  insertRecords,
  updateRecords,
  type RecordUpdate,
} from "../../storage/record/write.ts";
import type { StoredRecord } from "../../storage/record/row.ts";
import { slotsOfChange, slotsOfPresence } from "../../domain/affected-slots.ts";
import { selectRecordCount } from "../../storage/workspace/read.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { publish } from "../publish.ts";
import { failed, invalid, type Failure } from "../result.ts";
import { tellWrites } from "../webhook/tell-writes.ts";
import { hostField, NOT_CONNECTED, placeField, takenReason } from "./reasons.ts";
import { NO_SUCH_PAGE, TOO_MANY_PATTERNS } from "./validate-writes.ts";

/** Writes that passed `validateWrites`. */
interface ReadyWrites {
  inserts?: StoredRecord[];
  updates?: { update: RecordUpdate; history: NewHistoryEntry[] }[];
  deletes?: LinkRecord[];
}

/**
 * Commits records with their history, all or none, and publishes the snapshots that show them.
 * @throws AssertionError `stale_version` or `record_limit`, or the database's error for a taken source or
 *   a missing hostname; nothing is written then
 */
export async function commitWrites(ctx: ServiceContext, writes: ReadyWrites): Promise<void> {
  const statements = [
    ...statementsOf(ctx, writes),
    ...noteActivity(ctx, actsOf(writes)),
    ...tellWrites(ctx, writes),
    ...noteResult(ctx, { ids: idsOf(writes) }),
  ];
  await publish(ctx, statements, slotsOf(writes));
}

function actsOf({ inserts = [], updates = [], deletes = [] }: ReadyWrites) {
  return [
    ...inserts.map(({ record }) => toAct("created", record)),
    ...updates.map(({ update, history: [entry] }) => ({
      ...toAct("changed", update.after.record),
      id: entry?.id,
      fields: changedFields(update.before, update.after.record),
    })),
    ...deletes.map((record) => toAct("deleted", record)),
  ];
}

function toAct(action: Act["action"], { id, host, source }: LinkRecord): Act {
  return { kind: "record", action, subject: id, name: host + toUrlSuffix(source), host };
}

/** Returns the statements of some writes. A source that a record leaves is free for another one of the same batch. */
export function statementsOf(
  { env: { DB }, caller }: ServiceContext,
  { inserts = [], updates = [], deletes = [] }: ReadyWrites,
): D1PreparedStatement[] {
  const { id, plan } = caller.workspace;
  const history = updates.flatMap((entry) => entry.history);
  return [
    ...deleteRecordRows(DB, id, deletes),
    ...updateRecords(
      DB,
      updates.map(({ update }) => update),
    ),
    ...insertRecords(DB, id, inserts, PLANS[plan].maxRecords),
    ...splitForParameters(history).flatMap((part) => insertHistory(DB, part)),
  ];
}

export function idsOf({ inserts = [], updates = [] }: ReadyWrites): string[] {
  return [...inserts.map(({ record }) => record.id), ...updates.map(({ update }) => update.before.id)];
}

export function slotsOf({ inserts = [], updates = [], deletes = [] }: ReadyWrites): Slot[] {
  return [
    ...inserts.flatMap(({ record }) => slotsOfPresence(record)),
    ...deletes.flatMap(slotsOfPresence),
    ...updates.flatMap(({ update }) => slotsOfChange(update.before, update.after.record)),
  ];
}

/**
 * Returns the refusal for a commit that failed because of another write between the checks and the commit, with
 * the wording of the checks; null for other errors.
 */
export async function toRefusal(
  ctx: ServiceContext,
  error: unknown,
  { before, after }: { before: LinkRecord | null; after: LinkRecord },
): Promise<Failure | null> {
  const { workspace } = ctx.caller;
  const { maxRecords: allowed } = PLANS[workspace.plan];
  if (error instanceof AssertionError && error.code === "record_limit" && allowed !== null) {
    const used = await selectRecordCount(ctx.env.DB, ctx.caller.reach);
    return failed({ code: "plan_limit", limit: "records", used, allowed });
  }
  if (error instanceof AssertionError && error.code === "pattern_limit") {
    return invalid({ [placeField(after.handler)]: [TOO_MANY_PATTERNS] });
  }
  if (isUniqueViolation(error)) return invalid({ [placeField(after.handler)]: [takenReason(after)] });
  if (!isForeignKeyViolation(error)) return null;
  if (before !== null && after.file !== before.file) return invalid({ file: [NO_SUCH_PAGE] });
  return invalid({ [hostField(familyOf(after.handler) === "link")]: [NOT_CONNECTED] });
}
