import type { Limits } from "./reach.ts";
import type { Role } from "./role.ts";

/** A user with their role and limits in a workspace. */
export interface Member extends Limits {
  id: string;
  name: string;
  /** In lower case; empty if the user has none. */
  email: string;
  role: Role;
  createdAtMs: number;
  /** The last invitation; absent if there was none since the member's role changed. */
  invitation?: { createdAtMs: number; endsAtMs: number; usedAtMs: number | null };
}
