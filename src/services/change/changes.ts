import { refuse } from "../../domain/refusal/refusal.ts";
import { isOfRows, PLAN_STATES, type ChangeState } from "../../domain/change/change.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { chunk } from "../../runtime/chunk.ts";
import { hashPassword } from "../../runtime/password.ts";
import { replacePart, selectInputBytes } from "../../storage/change/input.ts";
import {
  insertChange,
  isTooManyPlans,
  MAX_OPEN_PLANS,
  setInputBytes,
  setState,
  isOvertaken,
  changeState,
  type Transition,
} from "../../storage/change/write.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult, noteIfChanged } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { addForeignErrors } from "../page/writer.ts";
import { invalid, done, type Draft, type Result } from "../result.ts";
import { PLAN_MS, stopOf, UNDO_MS } from "./internal/run-change.ts";
import { viewOf, workNow, wrongState, toChangeViews, openChange } from "./internal/view.ts";
import { STEP_RECORDS, type ChangeView, type NewChange, type PartBlock } from "./types.ts";
import { selectChanges, type Change } from "../../storage/change/read.ts";
import { noteChangeEnd } from "../../storage/webhook/event.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { MAX_BYTES } from "./internal/confirmation.ts";

/**
 * Plans a change of many records (`POST /changes`). A small change is planned before the call is answered.
 * @param noted the data, besides the id, from which a repeated call is answered
 */
export async function createChange(
  ctx: ServiceContext,
  { fields, errors: found }: Draft<NewChange>,
  noted: object = {},
): Promise<Result<ChangeView>> {
  const { request, password, rows, isUpload } = fields;
  const errors: FieldErrors = structuredClone(found);
  // Later steps do not know the token.
  if (request.kind === "edit") {
    await addForeignErrors(ctx, request.edit.set, errors, "set.");
  }
  if (hasFieldErrors(errors)) return invalid(errors);
  const { DB } = ctx.env;
  const id = newId(ctx.nowMs);
  const workspaceId = ctx.caller.workspace.id;
  const passwordHash =
    password === undefined ? null : await hashPassword(password, Number(ctx.env.BCRYPT_COST));
  const change = {
    id,
    workspaceId,
    state: isOfRows(request) ? ("collecting" as const) : ("planning" as const),
    kind: request.kind,
    request,
    passwordHash,
    createdBy: ctx.caller.user.id,
    reach: ctx.caller.reach,
    createdAtMs: ctx.nowMs,
    endsAtMs: ctx.nowMs + PLAN_MS,
  };
  const blocks = chunk(rows ?? [], STEP_RECORDS).map((part) => ({
    lines: part.length,
    rows: part.map((row, index) => ({ ...row, line: index + 1 })),
  }));
  const part = await replacePart(DB, id, 1, blocks);
  try {
    await DB.batch([
      insertChange(DB, change),
      ...(rows === null ? [] : [...part.statements, setInputBytes(DB, id, part.bytes)]),
      // The trigger of the rows requires a collecting change. If the call dies after this, the plan is complete.
      ...(rows === null ? [] : [setState(DB, change, { from: ["collecting"], to: "planning" }, ctx.nowMs)]),
      ...noteResult(ctx, { id, ...noted }),
    ]);
  } catch (error) {
    if (isTooManyPlans(error)) {
      return wrongState(refuse("too_many_plans", { count: MAX_OPEN_PLANS }));
    }
    throw error;
  }
  return isUpload ? viewOf(ctx, id) : workNow(ctx, id);
}

export async function getChange(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  return viewOf(ctx, id);
}

interface ListRequest extends PageRequest {
  /** Null for all states. */
  states?: readonly ChangeState[] | null;
}

/** Lists the changes of the workspace, the newest first (`GET /changes`). */
export async function listChanges(
  ctx: ServiceContext,
  { states = null, ...request }: ListRequest,
): Promise<Result<Page<ChangeView>>> {
  const page = await readPage<Change, string>({
    list: ["changes", ...(states ?? [])],
    ...request,
    positionOf: ({ id }) => id,
    read: (part) => selectChanges(ctx.env.DB, ctx.caller.reach, states, part, ctx.nowMs),
  });
  if (!page.ok) return page;
  return done({ ...page.value, items: await toChangeViews(ctx, page.value.items) });
}

const NOT_COLLECTING = refuse("parts_only");

/** Stores a part of the rows of a change, or replaces the part with its number (`PUT /changes/{id}/parts/{n}`). */
export async function storePart(
  ctx: ServiceContext,
  id: string,
  n: number,
  blocks: PartBlock[],
): Promise<Result<ChangeView>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const { DB } = ctx.env;
  if (change.state !== "collecting") return wrongState(NOT_COLLECTING);
  const part = await replacePart(DB, change.id, n, blocks);
  const bytes = part.bytes + (await selectInputBytes(DB, change.id, n));
  if (bytes > MAX_BYTES) return invalid({ body: [refuse("parts_size")] });
  try {
    await DB.batch([...part.statements, setInputBytes(DB, change.id, bytes)]);
  } catch (error) {
    if (isOvertaken(error)) return wrongState(NOT_COLLECTING);
    throw error;
  }
  return viewOf(ctx, change.id);
}

/** Plans a change after all its parts are uploaded (`POST /changes/{id}/plan`). */
export async function planChange(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const isPlanning =
    change.state === "collecting" &&
    (await changeState(
      ctx.env.DB,
      change,
      { from: ["collecting"], to: "planning", endsAtMs: ctx.nowMs + PLAN_MS },
      ctx.nowMs,
      noteIfChanged(ctx),
    ));
  return isPlanning
    ? workNow(ctx, change.id)
    : wrongState(refuse("only_collecting", { state: change.state }));
}

/**
 * Stops a change between two chunks (`POST /changes/{id}/stop`). Applied chunks stay, and can be undone. A
 * stopped plan expires at once.
 */
export async function stopChange(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const tryTo = (transition: Transition) =>
    changeState(ctx.env.DB, change, transition, ctx.nowMs, [
      ...noteIfChanged(ctx),
      ...(transition.to === "stopped"
        ? [noteChangeEnd(ctx.env.DB, id, stopOf(transition.from.includes("undoing")), ctx.nowMs)]
        : []),
    ]);
  const isStopped =
    (await tryTo({ from: ["applying"], to: "stopped", endsAtMs: ctx.nowMs + UNDO_MS })) ||
    (await tryTo({ from: ["undoing"], to: "stopped" })) ||
    (await tryTo({ from: PLAN_STATES, to: "expired", endsAtMs: ctx.nowMs }));
  return isStopped ? viewOf(ctx, change.id) : wrongState(refuse("nothing_to_stop", { state: change.state }));
}
