/** The DNS records that prove a claim. */
export const PROOFS = ["cname", "txt"] as const;
export type Proof = (typeof PROOFS)[number];

/** The setting `HOSTNAME_PROOF`, which says when hostnames need proof (contract 10.16). */

export type ProofMode = "auto" | "off" | "required";

export function toProofMode(text: string | undefined): ProofMode | null {
  if (text === undefined || text === "") return "auto";
  return text === "auto" || text === "off" || text === "required" ? text : null;
}

/** Returns whether every hostname that no workspace holds needs proof (contract 10.16). */
export function requiresProof(mode: ProofMode, workspaceCount: number): boolean {
  return mode === "required" || (mode === "auto" && workspaceCount > 1);
}
