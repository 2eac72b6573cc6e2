import type { Role } from "../../domain/role.ts";
import { getUser } from "../../storage/user/read.ts";
import type { ServiceContext } from "../context.ts";

interface Account {
  id: string;
  name: string;
  email: string;
  role: Role;
  workspace: { id: string; name: string };
}

/** The user behind the token (`GET /account`). */
export async function getAccount({ env, caller }: ServiceContext): Promise<Account> {
  const { user, role, workspace } = caller;
  const { name, email } = await getUser(env.DB, user.id);
  return { id: user.id, name, email, role, workspace: { id: workspace.id, name: workspace.name } };
}
