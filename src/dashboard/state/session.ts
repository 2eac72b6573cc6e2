import type { Role } from "../../domain/role.ts";
import { isAtLeast } from "../../domain/role.ts";
import { call } from "../api/client.ts";
import { queries } from "../api/query.ts";
import type { Session, SessionAnswer } from "../api/types.ts";
import { createStore, useStore } from "./store.ts";

/** Who is signed in; null for nobody. */
export const session = createStore<Session | null>(null);

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
  session.set((await call<SessionAnswer>("GET", "/session")).session);
  return { isCodeRefused: code !== undefined && session.get() === null };
}

export async function signIn(body: { token: string } | { code: string }): Promise<void> {
  const answer = await call<SessionAnswer>("POST", "/session", { body });
  // What somebody else has read is not theirs to see.
  if (answer.session?.token.id !== session.get()?.token.id) queries.clear();
  session.set(answer.session);
}

export async function signOut(): Promise<void> {
  await call<SessionAnswer>("DELETE", "/session");
  forgetSession();
}

/** What this tab keeps of a file that was imported is not the next person's to see. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A private window keeps nothing.
  }
}

/** Shows the sign-in, and forgets all that was read. */
export function forgetSession(): void {
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
