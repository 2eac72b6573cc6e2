import type { Plan } from "../domain/plan.ts";
import type { Channel } from "../domain/record.ts";
import type { Reach } from "../domain/reach.ts";
import type { Role } from "../domain/role.ts";
import type { Env } from "../env.ts";
import type { KeyedRequest } from "../storage/idempotency/write.ts";

/** The caller of a service and what the service may use. Time and randomness come from here, never from the clock. */
export interface ServiceContext {
  env: Env;
  caller: Caller;
  channel: Channel;
  nowMs: number;
  random(): number;
  /** The call, if it was sent with an Idempotency-Key. */
  keyed?: KeyedCall;
  /** Lets work continue after the response is sent. */
  background(work: Promise<unknown>): void;
}

/** A call that was sent with an Idempotency-Key, and has begun (contract 9.21). */
export interface KeyedCall {
  request: KeyedRequest;
  /** What a run of the same call that died had done; null if it had done nothing. */
  progress: unknown;
}

export interface Caller {
  workspace: { id: string; name: string; plan: Plan; isSuspended: boolean };
  user: { id: string };
  token: { id: string; name: string; lastUsedAtMs: number | null };
  role: Role;
  /** When the user of a session showed the token last, null for never; absent if a token makes the call. */
  provenAtMs?: number | null;
  /** What the caller sees of the workspace: every read and write of records is given this, and no bare id. */
  reach: Reach;
}

/** Returns who signs the changes of this caller (contract 12.14); a null name means the user's name. */
export function actorOf({ caller, channel }: ServiceContext): { id: string; name: string | null } {
  return { id: caller.user.id, name: channel === "api" ? caller.token.name : null };
}
