import type { ProofMode } from "../../src/domain/proof-mode.ts";
import { RELATED_HOSTS, tellProof } from "../support/proof.ts";
import type { DeployedDatabase } from "./database.ts";

/** Explains to the operator, after a deployment, how hostnames are proved (contract 10). */

export interface NoticeSource {
  databases: Pick<DeployedDatabase, "rows">[];
  mode: ProofMode;
  /** Null if hostnames of other people cannot reach the Worker. */
  cnameTarget: string | null;
  /** Returns whether a name resolves to an address; null if DNS could not be asked. */
  resolves(name: string): Promise<boolean | null>;
}

/** Returns the lines to show. A failed check becomes a line, and does not fail the deployment. */
export async function listNotices(source: NoticeSource): Promise<string[]> {
  return [...(await checkTarget(source)), ...(await checkHosts(source))];
}

async function checkTarget({ cnameTarget, resolves }: NoticeSource): Promise<string[]> {
  if (cnameTarget === null) return [];
  switch (await resolves(`signpost-check.${cnameTarget}`)) {
    case true:
      return [];
    case false:
      return [
        `Warning: *.${cnameTarget} is not in DNS. Without that record workspaces have no CNAME target of ` +
          "their own, and have to prove their hostnames by TXT records.",
      ];
    case null:
      return [`DNS did not answer for *.${cnameTarget}. Check that this record exists.`];
  }
}

async function checkHosts({ databases, mode }: NoticeSource): Promise<string[]> {
  try {
    let workspaces = 0;
    const related: Awaited<ReturnType<DeployedDatabase["rows"]>> = [];
    for (const database of databases) {
      const [row] = await database.rows("SELECT count(*) AS count FROM workspaces");
      workspaces += Number(row?.["count"] ?? 0);
      related.push(...(await database.rows(RELATED_HOSTS)));
    }
    return [
      tellProof(mode, workspaces),
      ...related.map(
        ({ host = "", other = "" }) =>
          `Warning: ${String(host)} and ${String(other)} are held by two workspaces. Ask both who owns the name.`,
      ),
    ];
  } catch (error) {
    return [`Could not read which workspaces hold the hostnames: ${String(error)}`];
  }
}
