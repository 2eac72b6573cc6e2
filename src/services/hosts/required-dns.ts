import { bareHost, isLocalName } from "../../domain/claim.ts";
import { toDnsName } from "../../domain/dns-answer.ts";
import type { Env } from "../../env.ts";
import type { ClaimRow } from "../../storage/claims.ts";
import { isHeld, type HostRow } from "../../storage/hosts.ts";
import { readCertificate } from "./certificate.ts";
import { ownTarget } from "./own-target.ts";
import { acceptedValues } from "./verification.ts";

export interface RequiredDns {
  defaultRequire: "cname" | "a";
  /** As text: `CNAME go.example.com edge.example.net`. */
  require: string[];
}

type Named = Pick<HostRow, "name" | "domain">;

/**
 * The DNS records that point a hostname here (contract 10.10): a CNAME, or A records on the bare domain.
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
export interface ProofRules {
  /** Whether workspaces' own targets are good. */
  hasOwnTargets: boolean;
  /** Whether new hostnames need proof in any case. */
  isRequired: boolean;
}

/** The records that point a hostname here, prove whose it is, and that its certificate may be issued. */
export async function requiredRecords(
  env: Env,
  row: ClaimRow,
  { hasOwnTargets, isRequired }: ProofRules,
): Promise<RequiredDns> {
  const isByCname = hasOwnTargets && isProvenByCname(row);
  const target = isByCname ? ownTarget(env, row.label) : env.CNAME_TARGET;
  const { defaultRequire, require } = requiredDns(env, row, target);
  const needsTxt = row.proof === "txt" || (!isByCname && (!isHeld(row) || isRequired));
  const proofs = readCertificate(row)?.proofs ?? [];
  return {
    defaultRequire,
    require: [
      ...require,
      ...(needsTxt && !isLocalName(row.name) ? [await txtRecord(env, row)] : []),
      ...proofs.map(({ name, value }) => `TXT ${name} ${value}`),
    ],
  };
}

/** The record that proves a claim, as text. */
export async function wantedProof(env: Env, row: ClaimRow, hasOwnTargets: boolean): Promise<string> {
  const txt = await txtRecord(env, row);
  if (!hasOwnTargets || !isProvenByCname(row)) return txt;
  return `CNAME ${row.name} ${ownTarget(env, row.label)} or ${txt}`;
}

/** A wildcard is proved by TXT only, and a bare domain has no CNAME. */
function isProvenByCname({ name, domain }: Named): boolean {
  return !name.startsWith("*.") && name !== domain && !isLocalName(name);
}

async function txtRecord(env: Env, { name, workspace_id: workspaceId }: ClaimRow): Promise<string> {
  const [value] = await acceptedValues(env, workspaceId);
  return `TXT _signpost.${bareHost(name)} ${value}`;
}

/** What bare domains point at: IPv4 addresses. */
export function ownAddresses(env: Env): string[] {
  return env.A_TARGETS.split(",")
    .map((target) => target.trim())
    .filter(Boolean);
}

/** What subdomains point at, as DNS answers it. */
export function ownName(env: Env): string {
  return toDnsName(env.CNAME_TARGET);
}
