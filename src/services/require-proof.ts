import { MINUTE_MS } from "../domain/time.ts";
import type { ServiceContext } from "./context.ts";
import { failed, type Failure } from "./result.ts";

const PROOF_MS = 5 * MINUTE_MS;

/**
 * Refuses a session whose user has not shown the token in the last five minutes; null if the caller may proceed.
 * Verbs that grant or revoke access call it, so that an open browser is not enough (contract 32.5).
 */
export function requireProof({ caller, nowMs }: Pick<ServiceContext, "caller" | "nowMs">): Failure | null {
  // A call with the token itself is its own proof.
  if (caller.provenAtMs === undefined) return null;
  const isRecent = caller.provenAtMs !== null && nowMs - caller.provenAtMs <= PROOF_MS;
  return isRecent ? null : failed({ code: "proof_needed" });
}
