import { isLocalName } from "../../domain/claim.ts";
import { toProofMode, requiresProof } from "../../domain/proof-mode.ts";
import type { Env } from "../../env.ts";
import {
  countWorkspacesToTwo,
  hasProvenRelative,
  holds,
  type Claimed,
  type Condition,
} from "../../storage/claims.ts";

/** Returns whether a workspace needs proof to hold a hostname that nobody holds (contract 10.16, `HOSTNAME_PROOF`). */
export async function needsProof(env: Env, claimed: Claimed): Promise<boolean> {
  return holds(env.DB, proofCondition(env, claimed));
}

/** The same as a condition, for the transaction that relies on it. */
export function proofCondition(env: Env, claimed: Claimed): Condition {
  if (isLocalName(claimed.host)) return { sql: "false", parameters: [] };
  const mode = toProofMode(env.HOSTNAME_PROOF) ?? "auto";
  if (mode === "required") return { sql: "true", parameters: [] };
  const relative = hasProvenRelative(claimed);
  if (mode === "off") return relative;
  return { ...relative, sql: `(SELECT count(*) FROM workspaces) > 1 OR ${relative.sql}` };
}

/** Whether new hostnames of the installation need proof in any case, by its setting and its workspaces. */
export async function isProofRequired(env: Env): Promise<boolean> {
  return requiresProof(toProofMode(env.HOSTNAME_PROOF) ?? "auto", await countWorkspacesToTwo(env.DB));
}
