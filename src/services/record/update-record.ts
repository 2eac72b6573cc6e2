import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { runtimeOf, type Runtime } from "../../domain/handler.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { type HostedSource, formatSource, slotOf } from "../../domain/source.ts";
import { AssertionError, isForeignKeyViolation, isUniqueViolation } from "../../storage/commit.ts";
import { insertHistory } from "../../storage/history/read.ts";
import { isHeld, listHosts, type HostRow } from "../../storage/host/write.ts";
import { getPageFacts } from "../../storage/page/read.ts";
import {
  getRecord,
  listRecordsInSlots,
  updateRecords,
  type StoredRecord,
} from "../../storage/record/write.ts";
import { slotsOfChange } from "../../domain/affected-slots.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { addFieldErrors, done, failed, invalid, type Draft, type Result } from "../result.ts";
import { addLoopErrors, addRefusals } from "./internal/add-destination-errors.ts";
import { changeRecord, type Changed } from "./internal/change-record.ts";
import { checkHost, NOT_CONNECTED } from "./internal/check-hosts.ts";
import { findLoops } from "./internal/find-loops.ts";
import { addedDestinations, judgeOnce, judgeLater, type Judge } from "./internal/judge-destinations.ts";
import type { RecordInput } from "./types.ts";
import { toView, type RecordView } from "./internal/view.ts";

export interface RecordEdit {
  input: RecordInput;
  /** Where the record lives after the write, and what of it the write may not say. */
  place(current: LinkRecord, errors: FieldErrors): HostedSource;
  /** Must be the public suffix of its host, before or after; it changes nothing. */
  tld?: string;
}

/** Enough for every one of twenty editors of one record to have its turn, and to spare. */
const MAX_ATTEMPTS = 40;

/** Changes a record that the runtime sees; what the write leaves out stays (`PUT` of `/link`, `/redirect`, `/links`). */
export async function updateRecord(
  ctx: ServiceContext,
  id: string,
  runtime: Runtime | undefined,
  draft: Draft<RecordEdit>,
): Promise<Result<RecordView>> {
  const judge = judgeOnce(ctx);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await getRecord(ctx.env.DB, ctx.caller.workspace.id, id, runtime);
    if (stored === null) return failed({ code: "not_found" });
    try {
      return await tryUpdate(ctx, stored, draft, judge);
    } catch (error) {
      if (!(error instanceof AssertionError && error.code === "stale_version")) throw error;
    }
  }
  return failed({ code: "busy" });
}

async function tryUpdate(
  ctx: ServiceContext,
  stored: StoredRecord,
  draft: Draft<RecordEdit>,
  judge: Judge,
): Promise<Result<RecordView>> {
  const { record } = stored;
  const { input, place, tld } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  const target = place(record, errors);
  const hosts = await listHosts(ctx.env.DB, ctx.caller.workspace.id, [record.host, target.host]);
  if (tld !== undefined && hosts.has(target.host) && hosts.values().every((host) => host.tld !== tld)) {
    addFieldError(errors, "tld", `is not the public suffix of ${target.host}`);
  }
  const changed = await changeRecord(ctx, stored, input, {
    ...target,
    isHeld: isHeld(hosts.get(target.host)),
  });
  if (changed.kind === "invalid") addFieldErrors(errors, changed.errors);
  await addPlaceErrors(ctx, stored, target, hosts, errors);
  await addReferenceErrors(ctx, input, changed, errors);
  const destinations = { before: record, after: changed.kind === "unchanged" ? record : afterOf(changed) };
  const judgement = await judge(addedDestinations(destinations));
  addRefusals(judgement, destinations, input.destinations !== undefined, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  const host = hosts.get(target.host);
  if (host === undefined) return failed({ code: "not_found" });
  if (changed.kind !== "changed") return done(toView(record, host));
  const failure = await write(ctx, changed);
  if (failure === null) await judgeLater(ctx, judgement, [record.id]);
  return failure ?? done(toView(changed.update.after.record, host));
}

function afterOf(changed: Exclude<Changed, { kind: "unchanged" }>): LinkRecord {
  return changed.kind === "changed" ? changed.update.after.record : changed.after;
}

async function addPlaceErrors(
  ctx: ServiceContext,
  { record }: StoredRecord,
  target: HostedSource,
  hosts: Map<string, HostRow>,
  errors: FieldErrors,
): Promise<void> {
  const isShortLink = runtimeOf(record.handler) === "link";
  if (target.host !== record.host) {
    checkHost(hosts, target.host, { field: isShortLink ? "host" : "url", isShortLink }, errors);
  }
  const source = formatSource(target.source);
  const isMoved = target.host !== record.host || source !== formatSource(record.source);
  if (isMoved && record.pauses.includes("takedown")) {
    const field = !isShortLink ? "url" : target.host === record.host ? "alias" : "host";
    addFieldError(errors, field, "was taken down by the platform, so that it cannot be moved");
  }
  if (target.host === record.host && source === formatSource(record.source)) return;
  const slot: [string, string] = [target.host, slotOf(target.source)];
  const standing = await listRecordsInSlots(ctx.env.DB, ctx.caller.workspace.id, [slot]);
  if (standing.some((other) => other.id !== record.id && formatSource(other.source) === source)) {
    addFieldError(errors, isShortLink ? "alias" : "url", "is already in use on this hostname");
  }
}

async function addReferenceErrors(
  ctx: ServiceContext,
  input: RecordInput,
  changed: Changed,
  errors: FieldErrors,
): Promise<void> {
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  if (typeof input.file === "string" && (await getPageFacts(DB, workspaceId, input.file)) === null) {
    addFieldError(errors, "file", "is not the name of a stored page");
  }
  if (changed.kind === "unchanged") return;
  const loops = await findLoops(DB, workspaceId, [afterOf(changed)]);
  addLoopErrors(loops, input.destinations !== undefined, errors);
}

/** @throws AssertionError `stale_version` */
async function write(
  ctx: ServiceContext,
  { update, history }: Extract<Changed, { kind: "changed" }>,
): Promise<Result<never> | null> {
  const { DB } = ctx.env;
  const { before, after } = update;
  try {
    await publish(
      ctx,
      [...updateRecords(DB, [update]), ...insertHistory(DB, history)],
      slotsOfChange(before, after.record),
    );
    return null;
  } catch (error) {
    const isShortLink = runtimeOf(before.handler) === "link";
    if (isUniqueViolation(error))
      return invalid({ [isShortLink ? "alias" : "url"]: ["is already in use on this hostname"] });
    if (isForeignKeyViolation(error)) {
      return invalid({
        [after.record.file !== before.file ? "file" : isShortLink ? "host" : "url"]: [NOT_CONNECTED],
      });
    }
    throw error;
  }
}
