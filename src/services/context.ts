import type { Plan } from "../domain/plan.ts";
import type { Channel } from "../domain/record.ts";
import type { Reach } from "../domain/reach.ts";
import type { Only } from "../domain/token.ts";
import type { Role } from "../domain/role.ts";
import type { Env } from "../env.ts";
import type { KeyedRequest } from "../storage/idempotency/write.ts";

/** The caller of a service, and the tools of the service. It is the only source of time and randomness. */
export interface ServiceContext {
  env: Env;
  caller: Caller;
  channel: Channel;
  nowMs: number;
  random(): number;
  /** The call, if it has an Idempotency-Key. */
  keyed?: KeyedCall;
  background(work: Promise<unknown>): void;
}

/** Holds all that judging writes needs. Counts in the background know no more of their caller. */
export interface JudgeContext {
  env: Env;
  caller: Pick<Caller, "reach">;
}

/** Holds all that reading numbers needs. Shared statistics are read by no caller. */
export type ReadContext = Pick<ServiceContext, "env" | "nowMs" | "background"> & {
  caller: Pick<Caller, "reach">;
};

/** A call with an Idempotency-Key that has begun (contract 9.21). */
interface KeyedCall {
  request: KeyedRequest;
  /** The progress of an earlier run of the same call that died; null if it had none. */
  progress: unknown;
  /** The time when the first run began. */
  createdAt: number;
}

export interface Caller {
  workspace: {
    id: string;
    name: string;
    plan: Plan;
    isSuspended: boolean;
    /** The foreign APIs that answer for it, with commas between them; absent for sessions, which use none. */
    doors?: string | null;
  };
  user: { id: string };
  token: { id: string; name: string; lastUsedAtMs: number | null };
  role: Role;
  /** The only thing that its token can do; absent if it can do all that its role may. */
  only?: Only;
  /** The time when the user of a session last showed the token, null for never; absent for calls with a token. */
  provenAtMs?: number | null;
  /** The part of the workspace that the caller sees. Every read and write of records takes it in place of an id. */
  reach: Reach;
}

/** Returns the actor of this caller's changes (contract 12.14). A null name means the user's name. */
export function actorOf({ caller, channel }: ServiceContext): { id: string; name: string | null } {
  return { id: caller.user.id, name: channel === "api" ? caller.token.name : null };
}
