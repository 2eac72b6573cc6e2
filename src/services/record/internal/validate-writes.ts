import { HTML_TYPE } from "../../../domain/branding.ts";
import { addFieldError, type FieldErrors } from "../../../domain/field-error.ts";
import { runtimeOf } from "../../../domain/handler.ts";
import { MAX_PATTERNS } from "../../../domain/pattern.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import type { Leading } from "../../../domain/rule/rule.ts";
import { slotOf } from "../../../domain/source.ts";
import type { Hostname } from "../../../domain/host.ts";
import { selectPage } from "../../../storage/page/read.ts";
import { selectPatternSlots, selectRecordsInSlots } from "../../../storage/record/read.ts";
import type { ServiceContext } from "../../context.ts";
import { addedExpiredUrl, addExpiredUrlRefusal, addExpiryCircleErrors } from "./add-expired-url-errors.ts";
import { addLoopErrors, addRefusals, addTemplateErrors } from "./add-destination-errors.ts";
import { addHostErrors, hostField } from "./add-host-errors.ts";
import { findLoops } from "./find-loops.ts";
import { addedDestinations, type Judge, type WritesJudgement } from "./judge-destinations.ts";
import { placeField, placeKey, takenReason } from "./place.ts";

/** The reason for a page that the workspace does not have. */
export const NO_SUCH_PAGE = "is not the name of a stored page";

export const TOO_MANY_PATTERNS = `a hostname has at most ${MAX_PATTERNS} sources with captures`;

/** What one write makes of one record. */
interface CheckedWrite {
  /** Null for a new record. */
  before: LinkRecord | null;
  /**
   * The record after the write. Where the input names no valid place there are only its
   * destinations and rules, which are judged all the same.
   */
  after: LinkRecord | Leading;
  /** Whether the caller sent `destinations`, so that a reason is added to an entry of that list. */
  wroteList: boolean;
  /** What is wrong with the write; checks add to it. */
  errors: FieldErrors;
}

type PlacedWrite = CheckedWrite & { after: LinkRecord };

/**
 * Checks records before they are committed: hostname, source, page, loops and added destinations.
 * Every create, update and import passes here. All writes are judged together, so that loops through
 * several of them are found. Adds each reason to the errors of its write, and writes nothing.
 * @returns the judgement on the added destinations, to be completed by `judgeLater` after the commit
 */
export async function validateWrites(
  ctx: ServiceContext,
  writes: CheckedWrite[],
  hosts: ReadonlyMap<string, Hostname>,
  judge: Judge,
): Promise<WritesJudgement> {
  const placed = writes.filter(isPlaced);
  const moved = placed.filter(isMoved);
  for (const write of moved) addMoveErrors(write, hosts);
  await addTakenErrors(ctx, moved);
  await addPatternLimitErrors(ctx, moved);
  for (const write of placed) addTemplateErrors(write);
  await addPageErrors(ctx, placed);
  const inside = new Set<string>();
  await addLoops(ctx, placed, inside);
  await addExpiryCircleErrors(ctx.env.DB, ctx.caller.reach, placed);
  const endings = placed.map(addedExpiredUrl).filter((url) => url !== null);
  const judgement = await judge([...new Set([...writes.flatMap(addedDestinations), ...endings])]);
  for (const write of placed) addExpiredUrlRefusal(judgement, write);
  for (const write of writes) addRefusals(judgement, write, write.wroteList, write.errors);
  return { ...judgement, inside };
}

function isPlaced(write: CheckedWrite): write is PlacedWrite {
  return "source" in write.after;
}

/** Tells whether the write takes a source that its record did not have. */
function isMoved({ before, after }: PlacedWrite): boolean {
  return before === null || placeKey(before) !== placeKey(after);
}

function addMoveErrors({ before, after, errors }: PlacedWrite, hosts: ReadonlyMap<string, Hostname>): void {
  const isShortLink = runtimeOf(after.handler) === "link";
  const isOtherHost = before?.host !== after.host;
  if (isOtherHost) addHostErrors(hosts, after.host, { isShortLink }, errors);
  if (before?.pauses.includes("takedown")) {
    const field = isOtherHost ? hostField(isShortLink) : placeField(after.handler);
    addFieldError(errors, field, "was taken down by the platform, so that it cannot be moved");
  }
}

/** Adds sources that another record has, or an earlier one of the same writes takes. */
async function addTakenErrors(ctx: ServiceContext, moved: PlacedWrite[]): Promise<void> {
  const slots = moved.map(({ after }): [string, string] => [after.host, slotOf(after.source)]);
  const existing = await selectRecordsInSlots(ctx.env.DB, ctx.caller.reach, slots);
  const holders = new Map(existing.map((record) => [placeKey(record), record.id]));
  for (const { after, errors } of moved) {
    const holder = holders.get(placeKey(after));
    if (holder === undefined) holders.set(placeKey(after), after.id);
    else if (holder !== after.id) addFieldError(errors, placeField(after.handler), takenReason(after));
  }
}

/** Adds the patterns that a hostname has no room for (contract 22.4). */
async function addPatternLimitErrors(ctx: ServiceContext, moved: PlacedWrite[]): Promise<void> {
  const patterns = moved.filter(({ after }) => after.source.kind === "pattern");
  if (patterns.length === 0) return;
  const hosts = patterns.map(({ after }) => after.host);
  const standing = await selectPatternSlots(ctx.env.DB, ctx.caller.reach, hosts);
  const idsByHost = new Map<string, Set<string>>();
  const idsOf = (host: string) => idsByHost.getOrInsertComputed(host, () => new Set());
  for (const { host, id } of standing) idsOf(host).add(id);
  for (const { after, errors } of patterns) {
    const ids = idsOf(after.host).add(after.id);
    if (ids.size > MAX_PATTERNS) addFieldError(errors, placeField(after.handler), TOO_MANY_PATTERNS);
  }
}

async function addPageErrors(ctx: ServiceContext, writes: PlacedWrite[]): Promise<void> {
  for (const { before, after, errors } of writes) {
    if (after.file === null || after.file === before?.file) continue;
    const page = await selectPage(ctx.env.DB, ctx.caller.workspace.id, after.file);
    if (page?.type !== HTML_TYPE) addFieldError(errors, "file", NO_SUCH_PAGE);
  }
}

async function addLoops(ctx: ServiceContext, writes: PlacedWrite[], inside: Set<string>): Promise<void> {
  const loops = await findLoops(
    ctx.env.DB,
    ctx.caller.reach,
    writes.map(({ after }) => after),
    inside,
  );
  const loopsOf = Map.groupBy(loops, ({ record }) => record.id);
  for (const { after, wroteList, errors } of writes) {
    addLoopErrors(loopsOf.get(after.id) ?? [], after, wroteList, errors);
  }
}
