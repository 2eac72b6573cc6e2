import { requiresProof, toProofMode, type ProofMode } from "../../src/domain/proof-mode.ts";
import { UsageError } from "./command.ts";

/** Tells which proof of hostnames an installation asks for at this moment (contract 10). */

/** Parses the option; throws UsageError. */
export function requireProofMode(text: string | undefined): ProofMode {
  const mode = toProofMode(text);
  if (mode === null) throw new UsageError(`HOSTNAME_PROOF is auto, off or required, not ${text}`);
  return mode;
}

/** Returns a sentence on the proof that new hostnames need. */
export function tellProof(mode: ProofMode, workspaceCount: number): string {
  const isRequired = requiresProof(mode, workspaceCount);
  const workspaces = workspaceCount === 1 ? "1 workspace" : `${workspaceCount} workspaces`;
  const meaning = isRequired
    ? "new hostnames answer once DNS proves whose they are"
    : "new hostnames answer without proof, except below and above those that another workspace has proved";
  return `HOSTNAME_PROOF is ${mode}, and there are ${workspaces}: ${meaning}.`.replace(
    "there are 1 ",
    "there is 1 ",
  );
}

/** Selects unproved hostnames that are below, above or equal to a hostname of another workspace. */
export const RELATED_HOSTS = `
  SELECT a.name AS host, b.name AS other FROM hosts a CROSS JOIN hosts b ON b.domain = a.domain
  WHERE a.workspace_id <> b.workspace_id AND a.waiting_since IS NULL AND b.waiting_since IS NULL
    AND a.name NOT LIKE '%.localhost'
    AND (ltrim(a.name, '*.') = ltrim(b.name, '*.')
      OR substr(a.name, -length(ltrim(b.name, '*.')) - 1) = '.' || ltrim(b.name, '*.'))
  ORDER BY 1, 2 LIMIT 50`;
