import type { Role } from "./role.ts";

/** A user with the role and the hostnames in a workspace. */
export interface Member {
  /** That of the user. */
  id: string;
  name: string;
  /** In lower case; empty for one who was never given any. */
  email: string;
  role: Role;
  /** Names of the hostnames that the member is limited to; null for all. */
  hosts: readonly string[] | null;
  createdAtMs: number;
}
