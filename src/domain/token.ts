import type { Hostname } from "./hostname.ts";
import type { Role } from "./role.ts";

export interface Token {
  id: string;
  name: string;
  role: Role;
  /** The names of the hostnames that it is limited to; null for all. */
  hosts: readonly Hostname[] | null;
  createdAtMs: number;
  /** Null if it never expires. */
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
}
