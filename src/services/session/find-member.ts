import type { Env, Home } from "../../env.ts";
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

/** The workspaces of an address, empty if it has none, and the caller if it is clear which workspace is meant. */
interface FoundMember {
  /** With the environment of the caller's database. */
  home: Home<Caller> | null;
  workspaces: OwnWorkspace[];
}

/**
 * Returns the caller of an address, with the member's present role (contract 32.11). A member of several workspaces
 * gets the workspace that the cookie's session has chosen.
 * @param envs the environments of all databases, each of which may have memberships of the address
 * @param sessionId the id in the cookie, if any
 */
export async function findMember(
  envs: Env[],
  member: SignedInMember,
  sessionId: string | null,
  nowMs: number,
): Promise<FoundMember> {
  const hash = sessionId === null ? null : await sha256Hex(sessionId);
  const [all, sessions] = await Promise.all([
    listMemberships(envs, member.email),
    Promise.all(envs.map(async ({ DB }) => (hash === null ? null : selectSession(DB, hash, nowMs)))),
  ]);
  const isChosen = ({ user, workspace }: Membership) =>
    sessions.some((session) => isOf(session, user.id, workspace.id));
  const chosen = all.length === 1 ? all[0] : all.find(({ found }) => isChosen(found));
  return {
    home: chosen === undefined ? null : { env: chosen.env, found: toCaller(chosen.found, member, nowMs) },
    workspaces: toOwn(all),
  };
}

/** Of a database that cannot be asked nobody is a member. @throws if none can */
async function listMemberships(envs: Env[], email: string): Promise<Home<Membership>[]> {
  const lists = await Promise.allSettled(
    envs.map(async (env) =>
      (await selectMemberships(env.DB, email)).map((found): Home<Membership> => ({ env, found })),
    ),
  );
  const [first] = lists;
  if (first?.status === "rejected") throw first.reason;
  return lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
}

function toOwn(memberships: Home<Membership>[]): OwnWorkspace[] {
  return memberships.map(({ found: { workspace } }) => ({ id: workspace.id, name: workspace.name }));
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
  envs: Env[],
  member: SignedInMember,
  workspaceId: string,
  previousId: string | null,
  nowMs: number,
): Promise<{ env: Env; id: string; caller: Caller; endsAtMs: number; workspaces: OwnWorkspace[] } | null> {
  const all = await listMemberships(envs, member.email);
  const chosen = all.find(({ found: { workspace } }) => workspace.id === workspaceId);
  if (chosen === undefined) return null;
  const { env, found } = chosen;
  const facts = { workspaceId, userId: found.user.id, tokenHash: null, provenAtMs: null };
  const { id, session } = await startSession(env.DB, facts, previousId, nowMs);
  return {
    env,
    id,
    caller: toCaller(found, member, nowMs),
    endsAtMs: session.endsAtMs,
    workspaces: toOwn(all),
  };
}
