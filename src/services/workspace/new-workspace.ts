import type { Plan } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import type { PlainStatement } from "../../storage/plain-statement.ts";
import { newId } from "../new-id.ts";
import { generateToken, hashToken } from "../token/token.ts";

export interface NewWorkspace {
  id: string;
  userId: string;
  /** The secret of the token; the statements only contain its hash. */
  token: string;
  statements: PlainStatement[];
}

/** Prepares a workspace with one user and one API token of that user's role. Run `statements` to write it. */
export async function newWorkspace(options: {
  name: string;
  plan: Plan;
  role: Role;
  nowMs: number;
}): Promise<NewWorkspace> {
  const { name, plan, role, nowMs } = options;
  const [id, userId, tokenId] = [newId(nowMs), newId(nowMs), newId(nowMs)];
  const token = generateToken();
  const statements = [
    {
      sql: `INSERT INTO workspaces (id, name, plan, number, created_at, updated_at)
            SELECT ?1, ?2, ?3, coalesce(max(number), 0) + 1, ?4, ?4 FROM workspaces`,
      parameters: [id, name, plan, nowMs],
    },
    {
      sql: "INSERT INTO users (id, name, created_at) VALUES (?1, ?2, ?3)",
      parameters: [userId, `${name} ${role}`, nowMs],
    },
    {
      sql: "INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES (?1, ?2, ?3, ?4)",
      parameters: [id, userId, role, nowMs],
    },
    {
      sql: "INSERT INTO tokens (id, workspace_id, user_id, name, role, hash, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      parameters: [tokenId, id, userId, "first token", role, await hashToken(token), nowMs],
    },
  ];
  return { id, userId, token, statements };
}
