import { insertOwner, insertOwnerToken, selectFirstOwner } from "../../storage/operator/workspace.ts";
import { bindPlain } from "../../storage/statement.ts";
import { newId } from "../new-id.ts";
import { generateToken, hashToken } from "../token/token.ts";

/**
 * Makes a token for the owner of a workspace whose tokens were lost. A workspace without an owner gets one.
 * @returns the secret of the token, which cannot be shown again
 */
export async function mintOwnerToken(
  db: D1Database,
  workspace: { id: string; name: string },
  nowMs: number,
): Promise<{ secret: string; madeOwner: boolean }> {
  const owner = await selectFirstOwner(db, workspace.id);
  const userId = owner ?? newId(nowMs);
  const secret = generateToken();
  const token = { id: newId(nowMs), name: "made by the operator", hash: await hashToken(secret) };
  const user = { id: userId, name: `${workspace.name} owner` };
  const statements = [
    ...(owner === null ? insertOwner(workspace.id, user, nowMs) : []),
    insertOwnerToken(workspace.id, userId, token, nowMs),
  ];
  await db.batch(statements.map((statement) => bindPlain(db, statement)));
  return { secret, madeOwner: owner === null };
}
