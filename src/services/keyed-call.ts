import {
  beginKeyedCall,
  deleteKeyedResultIfChanged,
  releaseKeyedCall,
  setKeyed,
  setKeyedDone,
  type Begun,
  type KeyedRequest,
} from "../storage/idempotency/write.ts";
import { isWhole } from "../domain/reach.ts";
import type { ServiceContext } from "./context.ts";
import { newId } from "./new-id.ts";

/** The state of a call that was sent, with the context for its execution if it has begun. */
export type Attempt = Exclude<Begun, { kind: "begun" }> | { kind: "begun"; ctx: ServiceContext };

/** The keys of a token on a day, so that no token uses up those of its workspace. */
export const KEYS_A_DAY = 5_000;
export const LIMITED_KEYS_A_DAY = 1_000;

/**
 * Begins a call with a key.
 * @param body a hash of the whole content of the call
 */
export async function beginCall(
  ctx: ServiceContext,
  call: Pick<KeyedRequest, "path" | "key" | "body">,
): Promise<Attempt> {
  const { workspace, token, reach } = ctx.caller;
  const allowed = isWhole(reach) ? KEYS_A_DAY : LIMITED_KEYS_A_DAY;
  const request = {
    ...call,
    workspaceId: workspace.id,
    tokenId: token.id,
    allowed,
    run: newId(ctx.nowMs),
  };
  const begun = await beginKeyedCall(ctx.env.DB, request, ctx.nowMs);
  if (begun.kind !== "begun") return begun;
  const { progress, createdAt } = begun;
  return { kind: "begun", ctx: { ...ctx, keyed: { request, progress, createdAt } } };
}

/** Ends a call that has begun. Marks it as done unless its batch has already done so, or lets it be sent again. */
export async function endCall({ env, keyed }: ServiceContext, isDone: boolean): Promise<void> {
  if (keyed === undefined) return;
  await (isDone ? setKeyedDone(env.DB, keyed.request) : releaseKeyedCall(env.DB, keyed.request));
}

type KeyedContext = Pick<ServiceContext, "env" | "keyed">;

/**
 * Returns the statements that write the result of a call under its key; none without a key. They belong to the
 * batch that does the work of the call.
 * @param result the data from which the answer can be rendered again; it must not contain a secret
 * @param condition a condition in SQL without which they write nothing
 */
export function noteResult(
  { env, keyed }: KeyedContext,
  result: unknown,
  condition?: "changes() > 0",
): D1PreparedStatement[] {
  return keyed === undefined ? [] : [setKeyed(env.DB, "result", keyed.request, result, condition)];
}

/**
 * Returns the statements that write that a call is done, unless the statement before them has changed no row, or an
 * earlier batch of the call has written its result.
 */
export function noteIfChanged({ env, keyed }: KeyedContext): D1PreparedStatement[] {
  if (keyed === undefined) return [];
  return [setKeyed(env.DB, "result", keyed.request, null, "changes() > 0 AND result IS NULL")];
}

/** Returns the statements that take back the result of a call, unless the statement before them has changed no row. */
export function forgetIfChanged({ env, keyed }: KeyedContext): D1PreparedStatement[] {
  return keyed === undefined ? [] : [deleteKeyedResultIfChanged(env.DB, keyed.request)];
}

export function noteProgress({ env, keyed }: KeyedContext, progress: unknown): D1PreparedStatement[] {
  return keyed === undefined ? [] : [setKeyed(env.DB, "progress", keyed.request, progress)];
}

export { isSuperseded } from "../storage/idempotency/write.ts";
