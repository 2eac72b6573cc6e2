import { toAddressGroup } from "../domain/address.ts";
import type { Env } from "../env.ts";
import type { Caller } from "../services/context.ts";
import { findCaller } from "../services/token/find-caller.ts";
import { hashToken, isTokenShaped } from "../services/token/token.ts";
import { AddressRefusals } from "./address-refusals.ts";
import { HttpError } from "./error.ts";
import { limitAddress, tooManyByAddress } from "./rate-limit.ts";

/** The addresses that this isolate refuses. */
const refusals = new AddressRefusals();

/**
 * Returns the caller of a token. Looks up only text of a token's shape, and not even that for a minute after its
 * address was refused (contract 9.15).
 * @param authorization the header `Authorization`, if any
 * @param address the client's address; empty if the platform does not give it
 * @throws HttpError 401 without a valid token, 429 beyond the limit of its address
 */
export async function authenticate(
  env: Env,
  authorization: string | undefined,
  address: string,
  nowMs: number,
): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  const hash = token !== undefined && isTokenShaped(token) ? await hashToken(token) : null;
  const group = toAddressGroup(address);
  const refusedSeconds = refusals.secondsLeft(group, hash, nowMs);
  if (refusedSeconds > 0) throw tooManyByAddress(refusedSeconds, nowMs);
  const caller = hash === null ? null : await findCaller(env.DB, hash, nowMs);
  if (hash !== null && caller !== null) {
    refusals.noteValid(hash, nowMs);
    return caller;
  }
  if (hash !== null) refusals.noteInvalid(hash);
  try {
    await limitAddress(env, address, nowMs);
  } catch (error) {
    // Calls without an address are limited, but not remembered, because they have different senders.
    if (address !== "") refusals.refuse(group, nowMs);
    throw error;
  }
  throw new HttpError(401, NO_TOKEN, { headers: { "WWW-Authenticate": "Bearer" } });
}

const NO_TOKEN =
  "A valid API token is needed: Authorization: Bearer <token>. The API is described at /v1/openapi.json.";
