import { familyOf } from "../../domain/handler.ts";
import { PLANS } from "../../domain/plan.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { AssertionError, isForeignKeyViolation, isUniqueViolation } from "../../storage/commit.ts";
import { insertHistory, type NewHistoryEntry } from "../../storage/history/write.ts";
import { splitForParameters } from "../../storage/statement.ts";
import { insertRecords, updateRecords, type RecordUpdate } from "../../storage/record/write.ts";
import type { StoredRecord } from "../../storage/record/row.ts";
import { slotsOfChange, slotsOfPresence } from "../../domain/affected-slots.ts";
import { selectRecordCount } from "../../storage/workspace/read.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { publish, publishLater } from "../publish.ts";
import { failed, invalid, type Failure } from "../result.ts";
import { hostField, NOT_CONNECTED } from "./add-host-errors.ts";
import { placeField, takenReason } from "./place.ts";
import { NO_SUCH_PAGE, TOO_MANY_PATTERNS } from "./validate-writes.ts";

/** Writes that passed `validateWrites`. */
interface ReadyWrites {
  inserts: StoredRecord[];
  updates: { update: RecordUpdate; history: NewHistoryEntry[] }[];
}

/**
 * Commits records with their history, all or none, and publishes the snapshots that show them.
 * @throws AssertionError `stale_version` or `record_limit`, or the database's error for a taken source or
 *   a missing hostname; nothing is written then
 */
export async function commitWrites(ctx: ServiceContext, writes: ReadyWrites): Promise<void> {
  const ids = [
    ...writes.inserts.map(({ record }) => record.id),
    ...writes.updates.map(({ update }) => update.before.id),
  ];
  const statements = [...toStatements(ctx, writes, false), ...noteResult(ctx, { ids })];
  await publish(ctx, statements, slotsOf(writes));
}

/**
 * Commits many records. Leaves out inserts whose source is taken, and lets the consumer publish the snapshots.
 * @param notes further statements for the same batch
 * @returns the ids of the inserts that were written
 * @throws as `commitWrites`, except for taken sources
 */
export async function commitManyWrites(
  ctx: ServiceContext,
  writes: ReadyWrites,
  notes: D1PreparedStatement[],
): Promise<Set<string>> {
  if (writes.inserts.length === 0 && writes.updates.length === 0) return new Set();
  const statements = [...toStatements(ctx, writes, true), ...notes];
  const { results } = await publishLater(ctx, statements, slotsOf(writes));
  return new Set(results.flatMap(({ results }) => (results as { id: string }[]).map(({ id }) => id)));
}

function toStatements(
  ctx: ServiceContext,
  { inserts, updates }: ReadyWrites,
  skipTaken: boolean,
): D1PreparedStatement[] {
  const { DB } = ctx.env;
  const { id, plan } = ctx.caller.workspace;
  const { maxRecords } = PLANS[plan];
  const history = updates.flatMap((entry) => entry.history);
  return [
    ...(inserts.length === 0 ? [] : insertRecords(DB, id, inserts, { skipTaken, maxRecords })),
    ...updateRecords(
      DB,
      updates.map(({ update }) => update),
    ),
    ...splitForParameters(history).flatMap((part) => insertHistory(DB, part)),
  ];
}

function slotsOf({ inserts, updates }: ReadyWrites) {
  return [
    ...inserts.flatMap(({ record }) => slotsOfPresence(record)),
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
