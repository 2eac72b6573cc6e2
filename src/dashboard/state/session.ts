import { isAtLeast, type Role } from "../../domain/client/words.ts";
import { ApiError, call, setShownWorkspace } from "../api/client.ts";
import { queries } from "../api/query.ts";
import type { Account, Session, SessionAnswer } from "../api/types.ts";
import { createStore, forgetUser, useStore, whenForgotten } from "./store.ts";

export const TOKEN = /^sp_[0-9A-Za-z]{40}$/;

/** The path at which Cloudflare Access, in front of the page, ends its own session. */
export const ACCESS_SIGN_OUT = "/cdn-cgi/access/logout";

/** The user who is signed in; null for none. */
export const session = createStore<Session | null>(null);
session.subscribe(() => setShownWorkspace(session.get()?.workspace.id ?? null));

whenForgotten(() => queries.clear());

/** The workspaces of a user signed in by Cloudflare Access; null without Access. */
export const ownWorkspaces = createStore<{ id: string; name: string }[] | null>(null);

/** Reads the session from the API. A code in the fragment of the address signs in first, once. */
export async function loadSession(): Promise<{ isCodeRefused: boolean }> {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) {
    history.replaceState(null, "", location.pathname + location.search);
    const isSignedIn = await signIn({ code }).then(
      () => true,
      () => false,
    );
    if (isSignedIn) return { isCodeRefused: false };
  }
  show(await call<SessionAnswer>("GET", "/session"));
  return { isCodeRefused: code !== undefined && session.get() === null };
}

/** Uses an invitation. The answer has the token of the member, and the browser the cookie; `enter` shows the session. */
export function acceptInvitation(invitation: string): Promise<SessionAnswer> {
  return call<SessionAnswer>("POST", "/session", { body: { invitation } });
}

export function enter(answer: SessionAnswer): void {
  history.replaceState(null, "", "/");
  show(answer);
}

export async function signIn(
  body: { token: string } | { code: string } | { workspace: string },
): Promise<void> {
  show(await call<SessionAnswer>("POST", "/session", { body }));
}

/**
 * Signs in again, if the token is of the user and workspace of the session (contract 32.5). Returns false, and keeps
 * the session, for any other token. @throws ApiError
 */
export async function signInAgain(token: string): Promise<boolean> {
  const now = session.get();
  const account = await findAccount(token);
  if (account === null || account.id !== now?.user.id || account.workspace.id !== now.workspace.id)
    return false;
  await signIn({ token });
  return true;
}

/** Returns the user and workspace of a token; null for a token that the API does not know. */
async function findAccount(token: string): Promise<Account | null> {
  try {
    return await call<Account>("GET", "/account", { headers: { Authorization: `Bearer ${token}` } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

function show(answer: SessionAnswer): void {
  const [now, before] = [answer.session, session.get()];
  const isSameUser = now?.user.id === before?.user.id && now?.workspace.id === before?.workspace.id;
  // After a reload the tab still has the reports of the same user.
  if (!isSameUser && before !== null) forgetTab();
  if (!isSameUser) forgetUser();
  // Another token of the user may reach more or less.
  else if (now?.token.id !== before?.token.id) void queries.invalidateQueries();
  ownWorkspaces.set(answer.workspaces ?? null);
  session.set(answer.session);
}

export async function signOut(): Promise<void> {
  const isByAccess = session.get()?.method === "access";
  await call<SessionAnswer>("DELETE", "/session");
  // Access would sign in again at once.
  if (isByAccess) location.assign(ACCESS_SIGN_OUT);
  else forgetSession();
}

/** Deletes the reports of imported files in this tab, which the next user may not see. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A private window may have no storage.
  }
}

/** Shows the sign-in, and drops all data that were read. @param workspaces to choose from, with Access */
function forgetSession(workspaces?: { id: string; name: string }[]): void {
  ownWorkspaces.set(workspaces ?? null);
  forgetTab();
  session.set(null);
  forgetUser();
}

/** Drops a session that the API has refused, and loads the one that another tab may have begun (contract 32.33). */
export function renewSession(workspaces?: { id: string; name: string }[]): void {
  // Calls that ran at the same time are refused as well.
  if (session.get() === null) return;
  forgetSession(workspaces);
  // Without an answer the sign-in stays.
  void loadSession().catch(() => {});
}

/** Returns the session of a screen. Screens are not shown without a session. */
export function useSession(): Session {
  const current = useStore(session);
  if (current === null) throw new Error("Nobody is signed in.");
  return current;
}

/** Returns the hostnames and tags that a user is limited to, as text; null without a limit. */
export function limitOf({ hosts, tags }: Pick<Session, "hosts" | "tags">): string | null {
  return hosts === null && tags === null ? null : [...(hosts ?? []), ...(tags ?? [])].join(", ");
}

export function useLimit(): string | null {
  return limitOf(useSession());
}

/** Returns whether the user sees nothing but the records of some tags (contract 27.17). */
export function useHasFolders(): boolean {
  return useSession().tags !== null;
}

/** The tags that a new record begins with, so that a user with folders finds it again. */
export function firstTags(): string[] {
  return session.get()?.tags?.slice(0, 1) ?? [];
}

export function useMay(role: Role): boolean {
  const { role: own, workspace } = useSession();
  return isAtLeast(own, role) && (role === "viewer" || !workspace.is_suspended);
}
