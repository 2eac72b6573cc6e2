import type { Limits } from "./reach.ts";
import type { Role } from "./role.ts";

export interface Token extends Limits {
  id: string;
  name: string;
  role: Role;
  createdAtMs: number;
  /** Null if it never expires. */
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
}
