import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { runtimeOf } from "../../domain/handler.ts";
import { PLANS } from "../../domain/plan.ts";
import { formatSource } from "../../domain/source.ts";
import { AssertionError, isForeignKeyViolation, isUniqueViolation } from "../../storage/commit.ts";
import type { HostRow } from "../../storage/hosts.ts";
import { insertRecords, listRecordsInSlots, type StoredRecord } from "../../storage/records.ts";
import { slotsOfPresence } from "../../storage/touched.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, failed, invalid, type Result } from "../result.ts";
import { addLoopErrors } from "./add-loop-errors.ts";
import { buildRecord, type NewRecord } from "./build-record.ts";
import { NOT_CONNECTED } from "./check-hosts.ts";
import { findLoops } from "./find-loops.ts";
import { slotOf } from "../../domain/source.ts";
import { toView, type RecordView } from "./view.ts";

/**
 * Creates records, all or none. `hosts` are those of the workspace; `errors` what reading the
 * input found already.
 */
export async function createRecords(
  ctx: ServiceContext,
  news: NewRecord[],
  hosts: Map<string, HostRow>,
  errors: FieldErrors,
): Promise<Result<RecordView[]>> {
  const built: StoredRecord[] = [];
  for (const draft of news) {
    const one = await buildRecord(ctx, draft);
    if (one.ok) built.push(one.stored);
    else
      for (const [field, reasons] of Object.entries(one.errors))
        reasons.forEach((reason) => addFieldError(errors, field, reason));
  }
  await addTakenErrors(ctx, built, errors);
  const loops = await findLoops(
    ctx.env.DB,
    ctx.caller.workspace.id,
    built.map(({ record }) => record),
  );
  addLoopErrors(
    loops,
    news.some(({ input }) => input.destinations !== undefined),
    errors,
  );
  if (hasFieldErrors(errors)) return invalid(errors);
  return insert(ctx, built, hosts);
}

/** The field that names the place of a record. */
export function placeField({ record }: StoredRecord): "alias" | "url" {
  return runtimeOf(record.handler) === "link" ? "alias" : "url";
}

async function addTakenErrors(
  ctx: ServiceContext,
  built: StoredRecord[],
  errors: FieldErrors,
): Promise<void> {
  const slots = built.map(({ record }): [string, string] => [record.host, slotOf(record.source)]);
  const standing = await listRecordsInSlots(ctx.env.DB, ctx.caller.workspace.id, slots);
  const taken = new Set(standing.map((record) => `${record.host} ${formatSource(record.source)}`));
  for (const stored of built) {
    const { host, source } = stored.record;
    const key = `${host} ${formatSource(source)}`;
    if (taken.has(key)) addFieldError(errors, placeField(stored), takenReason(stored));
    taken.add(key);
  }
}

export function takenReason({ record }: StoredRecord): string {
  return `${record.host}${formatSource(record.source) === "*" ? "/*" : formatSource(record.source)} is already in use`;
}

async function insert(
  ctx: ServiceContext,
  built: StoredRecord[],
  hosts: Map<string, HostRow>,
): Promise<Result<RecordView[]>> {
  const { workspace } = ctx.caller;
  const { maxRecords } = PLANS[workspace.plan];
  const statements = insertRecords(ctx.env.DB, workspace.id, built, { skipTaken: false, maxRecords });
  try {
    await publish(
      ctx,
      statements,
      built.flatMap(({ record }) => slotsOfPresence(record)),
    );
  } catch (error) {
    return toFailure(error, built);
  }
  return done(
    built.flatMap(({ record }) => {
      const host = hosts.get(record.host);
      return host === undefined ? [] : [toView(record, host)];
    }),
  );
}

/** What went wrong between the checks and the commit: somebody else was faster. */
function toFailure(error: unknown, built: StoredRecord[]): Result<never> {
  if (error instanceof AssertionError && error.code === "record_limit") {
    return failed({ code: "plan_limit", limit: "records" });
  }
  const [first] = built;
  if (first === undefined) throw error;
  if (isUniqueViolation(error)) return invalid({ [placeField(first)]: ["is already in use"] });
  if (isForeignKeyViolation(error)) {
    return invalid({ [placeField(first) === "url" ? "url" : "host"]: [NOT_CONNECTED] });
  }
  throw error;
}
