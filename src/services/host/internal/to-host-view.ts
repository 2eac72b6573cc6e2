import { toProofMode, requiresProof } from "../../../domain/proof-mode.ts";
import type { HostFacts } from "../../../storage/host/write.ts";
import type { ServiceContext } from "../../context.ts";
import { areOwnTargetsGood } from "./own-target.ts";
import { requiredRecords } from "./required-dns.ts";
import type { HostView } from "../types.ts";

export async function toHostView({ env, nowMs }: ServiceContext, facts: HostFacts): Promise<HostView> {
  const { row, label, creatorName, counts } = facts;
  const rules = {
    hasOwnTargets: areOwnTargetsGood(facts.targetSeenAtMs, nowMs),
    isRequired: requiresProof(toProofMode(env.HOSTNAME_PROOF) ?? "auto", facts.workspaceCount),
  };
  return {
    row,
    createdBy: { id: row.created_by, name: creatorName },
    counts: Object.entries(counts).map(([handler, count]) => `${handler}:${count}`),
    ...(await requiredRecords(env, { ...row, label }, rules)),
  };
}
