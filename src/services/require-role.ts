import { isAtLeast, type Role } from "../domain/role.ts";
import type { ServiceContext } from "./context.ts";
import { failed, type Failure } from "./result.ts";

/**
 * Refuses a caller whose role is below the needed one, and every write of a suspended workspace; null if
 * the caller may go on. It is the first line of every verb, so that each transport asks the same question.
 */
export function requireRole({ caller }: Pick<ServiceContext, "caller">, needed: Role): Failure | null {
  if (!isAtLeast(caller.role, needed)) return failed({ code: "role_too_low", needed });
  return caller.workspace.isSuspended && needed !== "viewer" ? failed({ code: "suspended" }) : null;
}
