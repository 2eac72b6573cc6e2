import type { Home } from "../env.ts";
import type { Caller, ServiceContext } from "../services/context.ts";
import { noteUse } from "../services/token/find-caller.ts";
import { limitToken } from "./rate-limit.ts";
import { backgroundOf, type AdminContext } from "./request-context.ts";

/**
 * Begins the call of a known caller: counts it, notes that its token was used, and returns the context of verbs, with the
 * caller's database, which errors find as `authenticated`. Calls of the dashboard are counted by session.
 * @throws HttpError 429 beyond the limit of the token
 */
export async function beginCall(
  c: AdminContext,
  { env, found: caller }: Home<Caller>,
  channel: ServiceContext["channel"],
  nowMs: number,
): Promise<ServiceContext> {
  const background = backgroundOf(c);
  const ctx: ServiceContext = { env, caller, channel, nowMs, random: Math.random, background };
  c.set("authenticated", ctx);
  if (channel !== "dashboard") await limitToken(env, caller.token.id, nowMs);
  background(noteUse(env.DB, caller, nowMs));
  return ctx;
}
