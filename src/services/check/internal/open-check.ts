import type { Check } from "../../../domain/check/check.ts";
import type { Role } from "../../../domain/role.ts";
import { selectCheck } from "../../../storage/check/read.ts";
import type { ServiceContext } from "../../context.ts";
import { requireRoleWithin } from "../../require-role.ts";
import { done, NOT_FOUND, type Result } from "../../result.ts";

/** Returns a check, if the caller has a role and the check within reach. */
export async function openCheck(ctx: ServiceContext, id: string, role: Role): Promise<Result<Check>> {
  const refused = requireRoleWithin(ctx, role);
  if (refused !== null) return refused;
  const check = await selectCheck(ctx.env.DB, ctx.caller.reach, id, ctx.nowMs);
  return check === null ? NOT_FOUND : done(check);
}
