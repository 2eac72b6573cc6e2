import { DAY_MS } from "../../domain/time.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import { assertThat, toAssertionError } from "../../storage/commit.ts";
import { insertActivity } from "../../storage/history/activity.ts";
import { insertToken } from "../../storage/token/token.ts";
import {
  deleteInvitedToken,
  selectInvited,
  upsertInvitation,
  useInvitation,
} from "../../storage/user/invitation.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { requireProof } from "../require-proof.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";
import { newSecret } from "../session/sessions.ts";
import { generateToken, hashToken } from "../token/token.ts";
import { getMember, noteMember } from "./members.ts";

/**
 * Makes an invitation in place of the member's last one, and of the token that it made (`POST /members/{id}/invitation`,
 * contract 36.6). Only this call returns it.
 */
export async function inviteMember(
  ctx: ServiceContext,
  id: string,
): Promise<Result<{ invitation: string; endsAtMs: number }>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const found = await getMember(ctx, id);
  if (!found.ok) return found;
  const { env, caller, nowMs } = ctx;
  const invitation = newSecret();
  const endsAtMs = nowMs + DAY_MS;
  const [, made] = await env.DB.batch([
    deleteInvitedToken(env.DB, caller.workspace.id, id),
    upsertInvitation(env.DB, caller.workspace.id, id, {
      hash: await sha256Hex(invitation),
      createdAtMs: nowMs,
      endsAtMs,
    }),
    ...noteMember(ctx, "invited", found.value, null, true),
    ...noteResult(ctx, { id }, "changes() > 0"),
  ]);
  return made?.meta.changes === 0 ? NOT_FOUND : done({ invitation, endsAtMs });
}

/**
 * Uses an invitation, once: the member gets a token with the member's rights, which is returned.
 * @param hash the SHA-256 of the secret
 * @returns null if it is no open invitation
 */
export async function takeInvitation(db: D1Database, hash: string, nowMs: number): Promise<string | null> {
  const invited = await selectInvited(db, hash, nowMs);
  if (invited === null) return null;
  const { id: userId, workspaceId, name, role } = invited;
  const token = generateToken();
  const by = { workspaceId, actor: { id: userId, name }, tokenId: null, channel: "dashboard" as const };
  const act = { kind: "member" as const, action: "joined" as const, subject: userId, name };
  const made = {
    id: newId(nowMs),
    workspaceId,
    userId,
    name,
    role,
    only: null,
    // The member's limits count at each call, so that it follows their changes.
    hosts: null,
    tags: null,
    expiresAtMs: null,
    isInvited: true,
  };
  try {
    await db.batch([
      useInvitation(db, hash, nowMs),
      // Another call was faster, or the member was removed.
      assertThat(db, "stale_version", "changes() = 1"),
      insertToken(db, { ...made, hash: await hashToken(token), createdAtMs: nowMs }),
      insertActivity(db, [{ ...act, ...by, id: newId(nowMs) }], false),
    ]);
    return token;
  } catch (error) {
    if (toAssertionError(error) === null) throw error;
    return null;
  }
}
