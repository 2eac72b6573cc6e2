import { isAtLeast, type Role } from "../domain/role.ts";
import type { ServiceContext } from "./context.ts";
import { failed, type Failure } from "./result.ts";

/**
 * Refuses a caller whose role is too low, and every write of a suspended workspace; null if the caller may proceed. The
 * endpoint of a route calls it. A verb calls it only where the role that it needs depends on what it writes.
 */
export function requireRole({ caller }: Pick<ServiceContext, "caller">, needed: Role): Failure | null {
  if (!isAtLeast(caller.role, needed)) return failed({ code: "role_too_low", needed });
  return caller.workspace.isSuspended && needed !== "viewer" ? failed({ code: "suspended" }) : null;
}
