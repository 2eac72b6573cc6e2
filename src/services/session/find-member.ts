import { sha256Hex } from "../../runtime/digest.ts";
import { selectSession } from "../../storage/session/session.ts";
import { selectMemberships, type Membership } from "../../storage/user/membership.ts";
import type { Caller } from "../context.ts";
import { startSession } from "./sessions.ts";

interface SignedInMember {
  /** In lower case. */
  email: string;
  issuedAtMs: number;
}

export interface OwnWorkspace {
  id: string;
  name: string;
}

/** The memberships of an address, empty if it has none, and the caller if it is clear which workspace is meant. */
interface FoundMember {
  caller: Caller | null;
  workspaces: OwnWorkspace[];
}

/**
 * Returns the caller of an address, with the member's present role (contract 32.11). A member of several workspaces
 * gets the workspace that the cookie's session has chosen.
 * @param sessionId the id in the cookie, if any
 */
export async function findMember(
  db: D1Database,
  member: SignedInMember,
  sessionId: string | null,
  nowMs: number,
): Promise<FoundMember> {
  const memberships = await selectMemberships(db, member.email);
  const session = sessionId === null ? null : await selectSession(db, await sha256Hex(sessionId), nowMs);
  const chosen =
    memberships.length === 1
      ? memberships[0]
      : memberships.find(({ user, workspace }) => isOf(session, user.id, workspace.id));
  const caller = chosen === undefined ? null : toCaller(chosen, member, nowMs);
  return { caller, workspaces: toOwn(memberships) };
}

function toOwn(memberships: Membership[]): OwnWorkspace[] {
  return memberships.map(({ workspace: { id, name } }) => ({ id, name }));
}

function isOf(session: { userId: string; workspaceId: string } | null, userId: string, workspaceId: string) {
  return session?.userId === userId && session.workspaceId === workspaceId;
}

function toCaller(
  { user, role, limits, workspace }: Membership,
  member: SignedInMember,
  nowMs: number,
): Caller {
  return {
    workspace,
    user: { id: user.id },
    // A member calls without a token. Limits that count by token count by member.
    token: { id: user.id, name: user.name || member.email, lastUsedAtMs: nowMs },
    role,
    reach: { workspaceId: workspace.id, ...limits },
    provenAtMs: member.issuedAtMs,
  };
}

/** Chooses one of a member's workspaces. Returns the id for the cookie; null if the member does not belong to it. */
export async function chooseWorkspace(
  db: D1Database,
  member: SignedInMember,
  workspaceId: string,
  previousId: string | null,
  nowMs: number,
): Promise<{ id: string; caller: Caller; endsAtMs: number; workspaces: OwnWorkspace[] } | null> {
  const memberships = await selectMemberships(db, member.email);
  const chosen = memberships.find(({ workspace }) => workspace.id === workspaceId);
  if (chosen === undefined) return null;
  const facts = { workspaceId, userId: chosen.user.id, tokenHash: null, provenAtMs: null };
  const { id, session } = await startSession(db, facts, previousId, nowMs);
  const { endsAtMs } = session;
  return { id, caller: toCaller(chosen, member, nowMs), endsAtMs, workspaces: toOwn(memberships) };
}
