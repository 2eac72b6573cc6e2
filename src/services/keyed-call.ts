import {
  beginKeyedCall,
  isSuperseded,
  releaseKeyedCall,
  setKeyedDone,
  setKeyedProgress,
  setKeyedResult,
  type Begun,
  type KeyedRequest,
} from "../storage/idempotency/write.ts";
import type { ServiceContext } from "./context.ts";
import { newId } from "./new-id.ts";

/** What is known of a call that is sent, with the context in which it is to be executed if it has begun. */
export type Attempt = Exclude<Begun, { kind: "begun" }> | { kind: "begun"; ctx: ServiceContext };

/**
 * Begins a call that was sent with a key.
 * @param body a hash of all that the call asks for
 */
export async function beginCall(
  ctx: ServiceContext,
  call: Pick<KeyedRequest, "path" | "key" | "body">,
): Promise<Attempt> {
  const { workspace, token } = ctx.caller;
  const request = { ...call, workspaceId: workspace.id, tokenId: token.id, run: newId(ctx.nowMs) };
  const begun = await beginKeyedCall(ctx.env.DB, request, ctx.nowMs);
  if (begun.kind !== "begun") return begun;
  return { kind: "begun", ctx: { ...ctx, keyed: { request, progress: begun.progress } } };
}

/** Ends a call that has begun: done, unless its batch has noted a result already, or to be sent again. */
export async function endCall({ env, keyed }: ServiceContext, isDone: boolean): Promise<void> {
  if (keyed === undefined) return;
  await (isDone ? setKeyedDone(env.DB, keyed.request) : releaseKeyedCall(env.DB, keyed.request));
}

type KeyedContext = Pick<ServiceContext, "env" | "keyed">;

/**
 * Returns the statements that write the result of a call under its key; none without a key. They belong
 * to the batch that does what the call asks for.
 * @param result what the answer can be rendered from again; it must hold no secret
 */
export function noteResult({ env, keyed }: KeyedContext, result: unknown): D1PreparedStatement[] {
  return keyed === undefined ? [] : [setKeyedResult(env.DB, keyed.request, result)];
}

/** Returns the statements that write how far a call has come that takes several batches. */
export function noteProgress({ env, keyed }: KeyedContext, progress: unknown): D1PreparedStatement[] {
  return keyed === undefined ? [] : [setKeyedProgress(env.DB, keyed.request, progress)];
}

/** Returns whether a call failed because another run of it has taken over: it wrote nothing. */
export function isSupersededCall(error: unknown): boolean {
  return isSuperseded(error);
}
