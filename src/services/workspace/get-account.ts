import type { Role } from "../../domain/role.ts";
import { selectUser } from "../../storage/user/read.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { done, type Result } from "../result.ts";

interface Account {
  id: string;
  name: string;
  email: string;
  role: Role;
  workspace: { id: string; name: string };
}

/** Returns the user behind the token (`GET /account`). */
export async function getAccount(ctx: ServiceContext): Promise<Result<Account>> {
  const refused = requireRole(ctx, "viewer");
  if (refused !== null) return refused;
  const { user, role, workspace } = ctx.caller;
  const { name, email } = await selectUser(ctx.env.DB, user.id);
  return done({ id: user.id, name, email, role, workspace: { id: workspace.id, name: workspace.name } });
}
