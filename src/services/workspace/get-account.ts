import type { Limits } from "../../domain/reach.ts";
import type { Role } from "../../domain/role.ts";
import { selectUser } from "../../storage/user/user.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";

interface Account extends Limits {
  id: string;
  name: string;
  email: string;
  role: Role;
  workspace: { id: string; name: string };
}

/** Returns the user of the token (`GET /account`). */
export async function getAccount(ctx: ServiceContext): Promise<Result<Account>> {
  const { user, role, workspace, reach } = ctx.caller;
  const { name, email } = await selectUser(ctx.env.DB, user.id);
  return done({
    id: user.id,
    name,
    email,
    role,
    hosts: reach.hosts,
    tags: reach.tags,
    workspace: { id: workspace.id, name: workspace.name },
  });
}
