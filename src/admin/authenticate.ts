import { refuse } from "../domain/refusal/refusal.ts";
import type { Bindings, Home } from "../env.ts";
import type { Caller } from "../services/context.ts";
import { findTokenCaller } from "../services/token/find-caller.ts";
import { hashToken, isTokenShaped } from "../services/token/token.ts";
import { HttpError } from "./error.ts";
import { lookUp } from "./look-up.ts";

/**
 * Returns the caller of a token, and the environment of its database. Looks up only text of a token's shape (contract 9.15).
 * @param authorization the header `Authorization`, if any
 * @param address the client's address; empty if the platform does not give it
 * @throws HttpError 401 without a valid token, 429 beyond the limit of its address
 */
export async function authenticate(
  env: Bindings,
  authorization: string | undefined,
  address: string,
  nowMs: number,
): Promise<Home<Caller>> {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  const home = await findBearer(env, token, address, nowMs);
  if (home !== null) return home;
  throw new HttpError(401, NO_TOKEN, { headers: { "WWW-Authenticate": "Bearer" } });
}

/** Returns the same as `authenticate`, but null for a token that is not valid. @throws HttpError 429 as `authenticate` does */
export async function findBearer(
  env: Bindings,
  token: string,
  address: string,
  nowMs: number,
): Promise<Home<Caller> | null> {
  const hash = isTokenShaped(token) ? await hashToken(token) : null;
  return lookUp(env, { hash, address }, nowMs, ({ DB }, known) => findTokenCaller(DB, known, nowMs));
}

const NO_TOKEN = refuse("token_needed");
