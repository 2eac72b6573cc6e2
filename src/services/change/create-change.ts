import { refuse } from "../../domain/refusal/refusal.ts";
import { isOfRows } from "../../domain/change/change.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { chunk } from "../../runtime/chunk.ts";
import { hashPassword } from "../../runtime/password.ts";
import { replacePart } from "../../storage/change/input.ts";
import {
  insertChange,
  isTooManyPlans,
  MAX_OPEN_PLANS,
  setInputBytes,
  setState,
} from "../../storage/change/write.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { addForeignError } from "../page/writer.ts";
import { invalid, type Draft, type Result } from "../result.ts";
import { PLAN_MS } from "./internal/run-change.ts";
import { viewOf, workNow, wrongState } from "./internal/view.ts";
import { STEP_RECORDS, type ChangeView, type NewChange } from "./types.ts";

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
  if (request.kind === "edit") await addForeignError(ctx, "set.file", request.edit.set.file, errors);
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
