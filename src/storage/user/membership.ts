import type { Plan } from "../../domain/plan.ts";
import type { Limits } from "../../domain/reach.ts";
import type { Role } from "../../domain/role.ts";
import { fromLimitColumns } from "../reach.ts";

/** A member with their workspace. */
export interface Membership {
  user: { id: string; name: string };
  role: Role;
  limits: Limits;
  workspace: { id: string; name: string; plan: Plan; isSuspended: boolean };
}

interface MembershipRow {
  user_id: string;
  user_name: string;
  role: Role;
  hosts: string | null;
  limits: string | null;
  id: string;
  name: string;
  plan: Plan;
  suspended_at: number | null;
}

/** The most workspaces that are read. A user is a member of few. */
const MAX_WORKSPACES = 200;

export async function selectMemberships(db: D1Database, email: string): Promise<Membership[]> {
  const { results } = await db
    .prepare(
      `SELECT u.id AS user_id, u.name AS user_name, m.role, m.hosts, m.limits, w.id, w.name, w.plan, w.suspended_at
       FROM users u
       CROSS JOIN memberships m ON m.user_id = u.id
       CROSS JOIN workspaces w ON w.id = m.workspace_id
       WHERE u.email = ?1 AND u.email <> '' ORDER BY w.name LIMIT ${MAX_WORKSPACES}`,
    )
    .bind(email)
    .all<MembershipRow>();
  return results.map(({ user_id, user_name, role, hosts, limits, suspended_at, ...workspace }) => ({
    user: { id: user_id, name: user_name },
    role,
    limits: fromLimitColumns(hosts, limits),
    workspace: { ...workspace, isSuspended: suspended_at !== null },
  }));
}
