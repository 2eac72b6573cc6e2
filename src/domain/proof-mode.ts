/** The setting `HOSTNAME_PROOF`: when hostnames need proof (contract 10.16). */

/** How `HOSTNAME_PROOF` reads; null where it is none of its values. */
export type ProofMode = "auto" | "off" | "required";

export function toProofMode(text: string | undefined): ProofMode | null {
  if (text === undefined || text === "") return "auto";
  return text === "auto" || text === "off" || text === "required" ? text : null;
}

/** Whether a hostname that is connected now needs proof, whoever else holds names near it. */
export function requiresProof(mode: ProofMode, workspaceCount: number): boolean {
  return mode === "required" || (mode === "auto" && workspaceCount > 1);
}
