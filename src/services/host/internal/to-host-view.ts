import { toProofMode, requiresProof } from "../../../domain/proof-mode.ts";
import type { HostDetails } from "../../../domain/host.ts";
import type { ServiceContext } from "../../context.ts";
import type { HostView } from "../types.ts";
import { areOwnTargetsGood } from "./own-target.ts";
import { requiredRecords } from "../required-dns.ts";

export async function toHostView(
  { env, nowMs }: ServiceContext,
  { claim, creatorName, targetSeenAtMs, workspaceCount }: HostDetails,
): Promise<HostView> {
  const rules = {
    hasOwnTargets: areOwnTargetsGood(targetSeenAtMs, nowMs),
    isRequired: requiresProof(toProofMode(env.HOSTNAME_PROOF) ?? "auto", workspaceCount),
  };
  return {
    host: claim,
    createdBy: { id: claim.createdBy, name: creatorName },
    ...(await requiredRecords(env, claim, rules)),
  };
}
