import { selectUser } from "../../storage/user/read.ts";
import type { Caller } from "../context.ts";

export async function describeSession(db: D1Database, { user, workspace, role, token, reach }: Caller) {
  const { name, email } = await selectUser(db, user.id);
  return {
    user: { id: user.id, name, email },
    workspace: {
      id: workspace.id,
      name: workspace.name,
      plan: workspace.plan,
      is_suspended: workspace.isSuspended,
    },
    role,
    hosts: reach.hosts === null ? null : [...reach.hosts],
    token: { id: token.id, name: token.name },
  };
}
