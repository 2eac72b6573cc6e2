import type { Role } from "../../domain/role.ts";
import { getUserEmail } from "../../storage/users.ts";
import type { ServiceContext } from "../context.ts";

export interface Account {
  id: string;
  name: string;
  email: string;
  role: Role;
  workspace: { id: string; name: string };
}

/** The user behind the token (`GET /account`). */
export async function getAccount({ env, caller }: ServiceContext): Promise<Account> {
  const { user, role, workspace } = caller;
  const email = await getUserEmail(env.DB, user.id);
  return { ...user, email, role, workspace: { id: workspace.id, name: workspace.name } };
}
