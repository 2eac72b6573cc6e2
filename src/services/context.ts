import type { Plan } from "../domain/plan.ts";
import type { Channel } from "../domain/record.ts";
import type { Role } from "../domain/role.ts";
import type { Env } from "../env.ts";

/** The caller of a service and what the service may use. Time and randomness come from here, never from the clock. */
export interface ServiceContext {
  env: Env;
  caller: Caller;
  channel: Channel;
  nowMs: number;
  random(): number;
  /** Lets work continue after the response is sent. */
  background(work: Promise<unknown>): void;
}

export interface Caller {
  workspace: { id: string; name: string; plan: Plan; isSuspended: boolean };
  user: { id: string };
  token: { id: string; name: string; lastUsedAtMs: number | null };
  role: Role;
}

/** Returns who signs the changes of this caller (contract 12.14); a null name means the user's name. */
export function actorOf({ caller, channel }: ServiceContext): { id: string; name: string | null } {
  return { id: caller.user.id, name: channel === "api" ? caller.token.name : null };
}
