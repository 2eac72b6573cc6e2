import type { Role } from "./role.ts";

/** An API token, without its secret. */
export interface Token {
  id: string;
  name: string;
  role: Role;
  /** Names of the hostnames that it is limited to; null for all. */
  hosts: readonly string[] | null;
  createdAtMs: number;
  /** Null if it never expires. */
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
}
