import type { Role } from "../../domain/role.ts";
import { isAtLeast } from "../../domain/role.ts";
import { call } from "../api/client.ts";
import { queries } from "../api/query.ts";
import type { Session, SessionAnswer } from "../api/types.ts";
import { createStore, useStore } from "./store.ts";

/** Where Cloudflare Access, in front of the page, ends its own session. */
export const ACCESS_SIGN_OUT = "/cdn-cgi/access/logout";

/** Who is signed in; null for nobody. */
export const session = createStore<Session | null>(null);

/** The workspaces of somebody whom Cloudflare Access has signed in; null without Access. */
export const ownWorkspaces = createStore<{ id: string; name: string }[] | null>(null);

/** Asks the API who is signed in. A code in the fragment of the address signs in first, once. */
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

export async function signIn(
  body: { token: string } | { code: string } | { workspace: string },
): Promise<void> {
  show(await call<SessionAnswer>("POST", "/session", { body }));
}

function show(answer: SessionAnswer): void {
  // What somebody else has read, or what another workspace has, is not theirs to see.
  const [now, before] = [answer.session, session.get()];
  if (now?.token.id !== before?.token.id || now?.workspace.id !== before?.workspace.id) queries.clear();
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

/** What this tab keeps of a file that was imported is not the next person's to see. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A private window keeps nothing.
  }
}

/** Shows the sign-in, and forgets all that was read. @param workspaces to choose from, with Access */
export function forgetSession(workspaces?: { id: string; name: string }[]): void {
  ownWorkspaces.set(workspaces ?? null);
  forgetTab();
  session.set(null);
  queries.clear();
}

/** Returns the session of a screen, which is shown to nobody without one. */
export function useSession(): Session {
  const current = useStore(session);
  if (current === null) throw new Error("Nobody is signed in.");
  return current;
}

/** Returns whether whoever is signed in may do what needs this role. */
export function useMay(role: Role): boolean {
  const { role: own, workspace } = useSession();
  return isAtLeast(own, role) && (role === "viewer" || !workspace.is_suspended);
}
