import type { Hostname } from "./hostname.ts";
import type { Role } from "./role.ts";

/** A user with their role and hostnames in a workspace. */
export interface Member {
  id: string;
  name: string;
  /** In lower case; empty if the user has none. */
  email: string;
  role: Role;
  /** Names of the hostnames that the member is limited to; null for all. */
  hosts: readonly Hostname[] | null;
  createdAtMs: number;
  /** The last invitation; absent if there was none since the member's rights changed. */
  invitation?: { createdAtMs: number; endsAtMs: number; usedAtMs: number | null };
}
