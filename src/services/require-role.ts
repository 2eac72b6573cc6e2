import { isAtLeast, type Role } from "../domain/role.ts";
import type { Only } from "../domain/token.ts";
import type { ServiceContext } from "./context.ts";
import { failed, type Failure } from "./result.ts";

/**
 * Refuses a caller whose role is too low, and every write of a suspended workspace; null if the caller may proceed. The
 * endpoint of a route calls it. A token that is limited to conversions is refused by all other endpoints. A verb calls it only where the role that it needs depends on what it writes.
 */
export function requireRole(
  { caller }: Pick<ServiceContext, "caller">,
  needed: Role,
  only?: Only,
): Failure | null {
  if (caller.only !== undefined && caller.only !== only) return failed({ code: "limited_to_conversions" });
  if (!isAtLeast(caller.role, needed)) return failed({ code: "role_too_low", needed });
  return caller.workspace.isSuspended && needed !== "viewer" ? failed({ code: "suspended" }) : null;
}
