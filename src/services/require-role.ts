import { isWhole } from "../domain/reach.ts";
import { isAtLeast, type Role } from "../domain/role.ts";
import type { ServiceContext } from "./context.ts";
import { failed, type Failure } from "./result.ts";

type CallerContext = Pick<ServiceContext, "caller">;

/**
 * Refuses a caller whose role is too low, every write of a suspended workspace, and callers who are limited to
 * some hostnames; null if the caller may proceed. It is the first line of every verb, so that the check is the
 * same for each transport.
 */
export function requireRole(ctx: CallerContext, needed: Role): Failure | null {
  const refused = requireRoleWithin(ctx, needed);
  if (refused !== null) return refused;
  return isWhole(ctx.caller.reach) ? null : failed({ code: "limited_to_hosts" });
}

/**
 * Checks a caller as `requireRole` does, but also admits callers who are limited to some hostnames. A verb may
 * begin with it only if all its reads and writes are within `caller.reach` (contract 27.5).
 */
export function requireRoleWithin({ caller }: CallerContext, needed: Role): Failure | null {
  if (!isAtLeast(caller.role, needed)) return failed({ code: "role_too_low", needed });
  return caller.workspace.isSuspended && needed !== "viewer" ? failed({ code: "suspended" }) : null;
}
