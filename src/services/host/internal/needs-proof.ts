import { assertThat } from "../../../storage/commit.ts";
import { isLocalName } from "../../../domain/hostname.ts";
import { toProofMode } from "../../../domain/proof-mode.ts";
import { allOf } from "../../../all-databases.ts";
import type { Env } from "../../../env.ts";
import { hasProvenRelative, hasMoreWorkspacesOr, type Claimed } from "../../../storage/claim/read.ts";
import { isTrue, type Condition } from "../../../storage/statement.ts";

/** Returns whether a workspace needs proof to hold a hostname that no workspace holds (contract 10.16). */
export async function needsProof(env: Env, claimed: Claimed): Promise<boolean> {
  const needs = allOf(env).map(({ DB, DATABASE }) =>
    isTrue(DB, proofCondition(env, claimed, DATABASE === env.DATABASE ? 1 : 0)),
  );
  return (await Promise.all(needs)).includes(true);
}

/** @param few the most workspaces that the asked database may have if the workspace is to be the only one */
function proofCondition(env: Env, claimed: Claimed, few: number): Condition {
  if (isLocalName(claimed.host)) return { sql: "false", parameters: [] };
  const mode = toProofMode(env.HOSTNAME_PROOF) ?? "auto";
  if (mode === "required") return { sql: "true", parameters: [] };
  const relative = hasProvenRelative(claimed);
  return mode === "off" ? relative : hasMoreWorkspacesOr(few, relative);
}

/** Asserts that a workspace needs no proof; else the commit fails with `stale_version`. */
export function assertNoProofNeeded(env: Env, claimed: Claimed): D1PreparedStatement {
  const { sql, parameters } = proofCondition(env, claimed, 1);
  return assertThat(env.DB, "stale_version", `NOT (${sql})`, ...parameters);
}
