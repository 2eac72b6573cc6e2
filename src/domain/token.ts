import type { Limits } from "./reach.ts";
import type { Role } from "./role.ts";

/** What a token can be limited to (contract 38.8). */
export const ONLY = ["conversions"] as const;
export type Only = (typeof ONLY)[number];

export interface Token extends Limits {
  id: string;
  name: string;
  role: Role;
  /** The only thing that it can do; null for all that its role may. */
  only: Only | null;
  createdAtMs: number;
  /** Null if it never expires. */
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
}
