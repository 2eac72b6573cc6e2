import type { Plan } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import type { PlainStatement } from "../../storage/statement.ts";
import { insertWorkspace } from "../../storage/workspace/create.ts";
import type { Numbers } from "../../storage/workspace/number.ts";
import { newId } from "../new-id.ts";
import { generateToken, hashToken } from "../token/token.ts";

interface NewWorkspace {
  id: string;
  userId: string;
  /** The token, which is shown once. The statements contain only its hash. */
  token: string;
  statements: PlainStatement[];
}

/** Returns a new workspace with one user and an API token of the user's role. The `statements` insert them. */
export async function newWorkspace(options: {
  name: string;
  plan: Plan;
  role: Role;
  nowMs: number;
  /** Where the installation has several databases: the numbers that its database gives. */
  numbers?: Numbers | undefined;
}): Promise<NewWorkspace> {
  const { name, plan, role, nowMs, numbers } = options;
  const [id, userId, tokenId] = [newId(nowMs), newId(nowMs), newId(nowMs)];
  const token = generateToken();
  const statements = insertWorkspace({
    id,
    name,
    plan,
    user: { id: userId, name: `${name} ${role}`, role },
    token: { id: tokenId, name: "first token", hash: await hashToken(token) },
    nowMs,
    numbers,
  });
  return { id, userId, token, statements };
}
