import { assertThat } from "../../../storage/commit.ts";
import { isLocalName } from "../../../domain/hostname.ts";
import { toProofMode } from "../../../domain/proof-mode.ts";
import type { Env } from "../../../env.ts";
import { hasProvenRelative, hasSeveralWorkspacesOr, type Claimed } from "../../../storage/claim/read.ts";
import { isTrue, type Condition } from "../../../storage/statement.ts";

/** Returns whether a workspace needs proof to hold a hostname that no workspace holds (contract 10.16). */
export async function needsProof(env: Env, claimed: Claimed): Promise<boolean> {
  return isTrue(env.DB, proofCondition(env, claimed));
}

function proofCondition(env: Env, claimed: Claimed): Condition {
  if (isLocalName(claimed.host)) return { sql: "false", parameters: [] };
  const mode = toProofMode(env.HOSTNAME_PROOF) ?? "auto";
  if (mode === "required") return { sql: "true", parameters: [] };
  const relative = hasProvenRelative(claimed);
  if (mode === "off") return relative;
  return hasSeveralWorkspacesOr(relative);
}

/** Asserts that a workspace needs no proof; else the commit fails with `stale_version`. */
export function assertNoProofNeeded(env: Env, claimed: Claimed): D1PreparedStatement {
  const { sql, parameters } = proofCondition(env, claimed);
  return assertThat(env.DB, "stale_version", `NOT (${sql})`, ...parameters);
}
