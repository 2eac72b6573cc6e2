import type { Plan } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import type { PlainStatement } from "../statement.ts";
import type { Numbers } from "./number.ts";

interface FirstWorkspace {
  id: string;
  name: string;
  plan: Plan;
  user: { id: string; name: string; role: Role };
  /** `hash` is the SHA-256 of the token's secret, hexadecimal. */
  token: { id: string; name: string; hash: string };
  nowMs: number;
  /** Where the installation has several databases: one of these becomes the number. Without one left, the SQL fails. */
  numbers?: Numbers | undefined;
}

export function insertWorkspace({
  id,
  name,
  plan,
  user,
  token,
  nowMs,
  numbers,
}: FirstWorkspace): PlainStatement[] {
  const { after, last } = numbers ?? {};
  return [
    after === undefined || last === undefined
      ? {
          sql: `INSERT INTO workspaces (id, name, plan, number, created_at, updated_at)
            SELECT ?1, ?2, ?3, coalesce(max(number), 0) + 1, ?4, ?4 FROM workspaces`,
          parameters: [id, name, plan, nowMs],
        }
      : {
          sql: `INSERT INTO workspaces (id, name, plan, number, created_at, updated_at)
            SELECT ?1, ?2, ?3, coalesce(max(number), ?5) + 1, ?4, ?4 FROM workspaces
            WHERE number > ?5 AND number <= ?6 HAVING coalesce(max(number), ?5) < ?6`,
          parameters: [id, name, plan, nowMs, after, last],
        },
    {
      sql: "INSERT INTO users (id, name, created_at) VALUES (?1, ?2, ?3)",
      parameters: [user.id, user.name, nowMs],
    },
    {
      sql: "INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES (?1, ?2, ?3, ?4)",
      parameters: [id, user.id, user.role, nowMs],
    },
    {
      sql: "INSERT INTO tokens (id, workspace_id, user_id, name, role, hash, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      parameters: [token.id, id, user.id, token.name, user.role, token.hash, nowMs],
    },
  ];
}
