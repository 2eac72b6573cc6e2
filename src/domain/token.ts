import type { Role } from "./role.ts";

/** An API token, without the secret that lets somebody use it. */
export interface Token {
  id: string;
  name: string;
  role: Role;
  createdAtMs: number;
  /** Null if it never expires. */
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
}
