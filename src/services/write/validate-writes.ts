import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { HTML_TYPE, isBinary, isPicture } from "../../domain/branding.ts";
import { addFieldError } from "../../domain/field-error.ts";
import { familyOf } from "../../domain/handler.ts";
import { namedFiles } from "../../domain/named-files.ts";
import { MAX_PATTERNS } from "../../domain/pattern.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { coversTags, onHosts } from "../../domain/reach.ts";
import { slotOf } from "../../domain/source.ts";
import type { Host } from "../../domain/host.ts";
import { selectFileTypes } from "../../storage/page/appearance.ts";
import { selectPatternSlots, selectRecordsInSlots } from "../../storage/record/read.ts";
import type { JudgeContext } from "../context.ts";
import {
  addCircleErrors,
  addRefusals,
  addTemplateErrors,
  type CheckedWrite,
  type PlacedWrite,
} from "./add-errors.ts";
import { addHostErrors, hostField, placeField, placeKey, takenReason } from "./reasons.ts";
import { findInside } from "./loop/find-loops.ts";
import { addedDestinations, type Judge, type WritesJudgement } from "./judge-destinations.ts";

export const NO_SUCH_PAGE = refuse("not_stored_page");

export const TOO_MANY_PATTERNS = refuse("too_many_patterns", { count: MAX_PATTERNS });

type Holders = ReadonlyMap<string, { record: LinkRecord }>;

interface WriteFacts {
  /** The hostnames of the records that are created or moved, if the workspace has them. */
  hosts: ReadonlyMap<Hostname, Host>;
  /** The records that have the sources, by `placeKey`. They are read if they are absent. */
  holders?: Holders;
  /** The ids of the records that the same commit deletes. Nothing leads through them. */
  deleted?: string[];
  /** Leaves loops to a later check, because the writes are only a part of a plan. */
  isPart?: boolean;
}

/**
 * Checks records before they are committed: hostname, source, page, loops and added destinations.
 * Every create, update and import passes here. All writes are judged together, so that loops through
 * several of them are found. Adds each reason to the errors of its write, and writes nothing.
 * @returns the judgement on the added destinations, to be completed by `judgeLater` after the commit
 */
export async function validateWrites(
  ctx: JudgeContext,
  writes: CheckedWrite[],
  { hosts, holders, deleted = [], isPart = false }: WriteFacts,
  judge: Judge,
): Promise<WritesJudgement> {
  const placed = writes.filter(isPlaced);
  const moved = placed.filter(isMoved);
  for (const write of moved) {
    addMoveErrors(write, hosts);
    addBreadthError(ctx, write);
  }
  addTakenErrors(moved, holders ?? (await readHolders(ctx, moved)));
  await addPatternLimitErrors(ctx, moved);
  for (const write of placed) {
    addTagError(ctx, write);
    addTemplateErrors(write);
  }
  await addFileErrors(ctx, placed);
  const endings = placed.map(addedExpiredUrl).filter((url) => url !== null);
  const judgement = await judge([...new Set([...writes.flatMap(addedDestinations), ...endings])]);
  for (const write of placed) {
    const reason = judgement.refusals.get(addedExpiredUrl(write) ?? "");
    if (reason !== undefined) addFieldError(write.errors, "expired_url", reason);
  }
  for (const write of writes) addRefusals(judgement, write);
  const records = placed.map(({ after }) => after);
  const inside = isPart ? await findInside(ctx.env.DB, ctx.caller.reach, records) : new Set<string>();
  await addCircleErrors(ctx, placed, { deleted, isPart });
  return { ...judgement, inside };
}

/** Returns the `expired_url` that a write adds; null if it adds none. */
function addedExpiredUrl({ before, after }: PlacedWrite): string | null {
  return after.expiredUrl === before?.expiredUrl ? null : after.expiredUrl;
}

function isPlaced(write: CheckedWrite): write is PlacedWrite {
  return "source" in write.after;
}

/** Returns whether the write takes a source that its record did not have. */
function isMoved({ before, after }: PlacedWrite): boolean {
  return before === null || placeKey(before) !== placeKey(after);
}

function addMoveErrors({ before, after, errors }: PlacedWrite, hosts: ReadonlyMap<Hostname, Host>): void {
  const isShortLink = familyOf(after.handler) === "link";
  const isOtherHost = before?.host !== after.host;
  if (isOtherHost) addHostErrors(hosts, after.host, { isShortLink }, errors);
  if (before?.pauses.includes("takedown")) {
    const field = isOtherHost ? hostField(isShortLink) : placeField(after.handler);
    addFieldError(errors, field, refuse("taken_down_stays"));
  }
}

async function readHolders(ctx: JudgeContext, moved: PlacedWrite[]): Promise<Holders> {
  const slots = moved.map(({ after }): [Hostname, string] => [after.host, slotOf(after.source)]);
  const records = await selectRecordsInSlots(ctx.env.DB, onHosts(ctx.caller.reach), slots);
  return new Map(records.map((record) => [placeKey(record), { record }]));
}

/** Adds errors for sources that another record has, or that an earlier write of the same call takes. */
function addTakenErrors(moved: PlacedWrite[], holders: Holders): void {
  const taken = new Map<string, string>();
  for (const { after, errors } of moved) {
    const key = placeKey(after);
    const holder = holders.get(key)?.record.id ?? taken.get(key);
    if (holder === undefined) taken.set(key, after.id);
    else if (holder !== after.id) addFieldError(errors, placeField(after.handler), takenReason(after));
  }
}

/** Adds an error for a record that its writer would not find again (contract 27.16). */
function addTagError({ caller: { reach } }: JudgeContext, { after, errors }: PlacedWrite): void {
  if (coversTags(reach, after.tags)) return;
  addFieldError(errors, "tags", refuse("tag_of_caller", { tags: reach.tags?.join(", ") ?? "" }));
}

/** Adds an error for a source of many paths, which would answer for paths of others (contract 27.16). */
function addBreadthError({ caller: { reach } }: JudgeContext, { after, errors }: PlacedWrite): void {
  const isOnePath = after.source.kind === "exact" || after.source.kind === "query";
  if (reach.tags !== null && !isOnePath)
    addFieldError(errors, placeField(after.handler), refuse("one_path_only"));
}

/** Adds errors for patterns beyond the limit of their hostname (contract 22.4). */
async function addPatternLimitErrors(ctx: JudgeContext, moved: PlacedWrite[]): Promise<void> {
  const patterns = moved.filter(({ after }) => after.source.kind === "pattern");
  if (patterns.length === 0) return;
  const hosts = patterns.map(({ after }) => after.host);
  const standing = await selectPatternSlots(ctx.env.DB, ctx.caller.reach, hosts);
  const idsByHost = new Map<Hostname, Set<string>>();
  const idsOf = (host: Hostname) => idsByHost.getOrInsertComputed(host, () => new Set());
  for (const { host, id } of standing) idsOf(host).add(id);
  for (const { after, errors } of patterns) {
    const ids = idsOf(after.host).add(after.id);
    if (ids.size > MAX_PATTERNS) addFieldError(errors, placeField(after.handler), TOO_MANY_PATTERNS);
  }
}

/** What a file has to be where it is named. */
const FILE_KINDS = {
  file: { fits: (type: string) => type === HTML_TYPE, reason: NO_SUCH_PAGE },
  "preview.file": { fits: isBinary, reason: refuse("not_stored_photo") },
  "qr.logo": { fits: isPicture, reason: refuse("not_stored_picture") },
};

async function addFileErrors(ctx: JudgeContext, writes: PlacedWrite[]): Promise<void> {
  const added = writes.flatMap(({ before, after, errors }) => {
    const known = new Map(before === null ? [] : namedFiles(before));
    return namedFiles(after)
      .filter(([field, name]) => known.get(field) !== name)
      .map(([field, name]) => ({ field, name, errors }));
  });
  if (added.length === 0) return;
  const names = added.map(({ name }) => name);
  const types = await selectFileTypes(ctx.env.DB, ctx.caller.reach.workspaceId, names);
  for (const { field, name, errors } of added) {
    const { fits, reason } = FILE_KINDS[field];
    if (!fits(types.get(name) ?? "")) addFieldError(errors, field, reason);
  }
}
