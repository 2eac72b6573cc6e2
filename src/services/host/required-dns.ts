import { refuse } from "../../domain/refusal/refusal.ts";
import { joinRecords, type NeededRecord } from "../../domain/dns-records.ts";
import { bareHost, isLocalName, type Hostname } from "../../domain/hostname.ts";
import { toDnsName } from "../../domain/dns-answer.ts";
import type { Env } from "../../env.ts";
import { type Claim, isHeld, type Host } from "../../domain/host.ts";
import { ownTarget } from "./internal/own-target.ts";
import { acceptedValues } from "./verification.ts";
import { envList } from "../../runtime/env-list.ts";

interface RequiredDns {
  defaultRequire: "cname" | "a";
  /** The records as text: `CNAME go.example.com edge.example.net`. */
  require: NeededRecord[];
}

type Named = Pick<Host, "name" | "domain">;

/**
 * Returns the DNS records that point a hostname here (contract 10.10): a CNAME, or A records on a bare domain.
 * @param target the name that a CNAME must point to
 */
export function requiredDns(env: Env, { name, domain }: Named, target: string): RequiredDns {
  if (name !== domain) return { defaultRequire: "cname", require: [`CNAME ${name} ${target}`] };
  const addresses = ownAddresses(env);
  if (addresses.length > 0) {
    return { defaultRequire: "a", require: addresses.map((address) => `A ${name} ${address}`) };
  }
  return { defaultRequire: "a", require: [refuse("proxy_record", { name, target })] };
}

interface ProofRules {
  /** True if workspaces' own targets resolve. */
  hasOwnTargets: boolean;
  /** True if every new hostname needs proof. */
  isRequired: boolean;
}

/** Returns the records that point a hostname here, prove its owner and validate its certificate. */
export async function requiredRecords(
  env: Env,
  claim: Claim,
  { hasOwnTargets, isRequired }: ProofRules,
): Promise<RequiredDns> {
  const isByCname = hasOwnTargets && isProvenByCname(claim);
  const target = isByCname ? ownTarget(env, claim.label) : env.CNAME_TARGET;
  const { defaultRequire, require } = requiredDns(env, claim, target);
  const needsTxt = claim.proof === "txt" || (!isByCname && (!isHeld(claim) || isRequired));
  const proofs = claim.certificate?.proofs ?? [];
  return {
    defaultRequire,
    require: [
      ...require,
      ...(needsTxt && !isLocalName(claim.name) ? [await txtRecord(env, claim)] : []),
      ...proofs.map(({ name, value }) => `TXT ${name} ${value}`),
    ],
  };
}

/** Returns the records of which one proves a claim. */
export async function wantedProof(env: Env, claim: Claim, hasOwnTargets: boolean): Promise<NeededRecord> {
  const txt = await txtRecord(env, claim);
  if (!hasOwnTargets || !isProvenByCname(claim)) return txt;
  return joinRecords("either", [`CNAME ${claim.name} ${ownTarget(env, claim.label)}`, txt]);
}

/** Returns whether a CNAME can prove a hostname, which may be neither a wildcard nor a bare domain. */
function isProvenByCname({ name, domain }: Named): boolean {
  return !name.startsWith("*.") && name !== domain && !isLocalName(name);
}

async function txtRecord(env: Env, { name, workspaceId }: Claim): Promise<string> {
  const [value] = await acceptedValues(env, workspaceId);
  return `TXT _signpost.${bareHost(name)} ${value}`;
}

export function ownAddresses(env: Env): string[] {
  return envList(env.A_TARGETS);
}

export function ownName(env: Env): Hostname {
  return toDnsName(env.CNAME_TARGET);
}
