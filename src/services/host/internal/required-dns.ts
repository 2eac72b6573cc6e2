import { bareHost, isLocalName } from "../../../domain/claim.ts";
import { toDnsName } from "../../../domain/dns-answer.ts";
import type { Env } from "../../../env.ts";
import { type Claim, isHeld, type Hostname } from "../../../domain/host.ts";
import { ownTarget } from "./own-target.ts";
import { acceptedValues } from "./verification.ts";
import { envList } from "../../../runtime/env-list.ts";

interface RequiredDns {
  defaultRequire: "cname" | "a";
  /** As text: `CNAME go.example.com edge.example.net`. */
  require: string[];
}

type Named = Pick<Hostname, "name" | "domain">;

/**
 * The DNS records that point a hostname here (section 10): a CNAME, or A records on the bare domain.
 * @param target the name that a CNAME is to lead to
 */
export function requiredDns(env: Env, { name, domain }: Named, target: string): RequiredDns {
  if (name !== domain) return { defaultRequire: "cname", require: [`CNAME ${name} ${target}`] };
  const addresses = ownAddresses(env);
  if (addresses.length > 0) {
    return { defaultRequire: "a", require: addresses.map((address) => `A ${name} ${address}`) };
  }
  const alias = `ALIAS ${name} ${target}, or a proxy in front of ${name} that passes requests on to ${target} with their Host header`;
  return { defaultRequire: "a", require: [alias] };
}

/** What an installation says of proof at this moment. */
interface ProofRules {
  /** Whether workspaces' own targets are good. */
  hasOwnTargets: boolean;
  /** Whether new hostnames need proof in any case. */
  isRequired: boolean;
}

/** The records that point a hostname here, prove whose it is, and that its certificate may be issued. */
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

/** The record that proves a claim, as text. */
export async function wantedProof(env: Env, claim: Claim, hasOwnTargets: boolean): Promise<string> {
  const txt = await txtRecord(env, claim);
  if (!hasOwnTargets || !isProvenByCname(claim)) return txt;
  return `CNAME ${claim.name} ${ownTarget(env, claim.label)} or ${txt}`;
}

/** A wildcard is proved by TXT only, and a bare domain has no CNAME. */
function isProvenByCname({ name, domain }: Named): boolean {
  return !name.startsWith("*.") && name !== domain && !isLocalName(name);
}

async function txtRecord(env: Env, { name, workspaceId }: Claim): Promise<string> {
  const [value] = await acceptedValues(env, workspaceId);
  return `TXT _signpost.${bareHost(name)} ${value}`;
}

/** What bare domains point at: IPv4 addresses. */
export function ownAddresses(env: Env): string[] {
  return envList(env.A_TARGETS);
}

/** What subdomains point at, as DNS answers it. */
export function ownName(env: Env): string {
  return toDnsName(env.CNAME_TARGET);
}
