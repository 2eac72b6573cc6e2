import { bareHost, isLocalName } from "../../../domain/claim.ts";
import { toDnsName } from "../../../domain/dns-answer.ts";
import type { Env } from "../../../env.ts";
import type { ClaimRow } from "../../../storage/claims.ts";
import { isHeld, type HostRow } from "../../../storage/hosts.ts";
import { readCertificate } from "./certificate.ts";
import { ownTarget } from "./own-target.ts";
import { acceptedValues } from "./verification.ts";
import { envList } from "../../../runtime/env-list.ts";

export interface RequiredDns {
  defaultRequire: "cname" | "a";
  /** The records as text: `CNAME go.example.com edge.example.net`. */
  require: string[];
}

type Named = Pick<HostRow, "name" | "domain">;

/**
 * Returns the DNS records that point a hostname here (section 10): a CNAME, or A records on a bare domain.
 * @param target the name that a CNAME must point to
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

/** The rules of an installation about proof at this moment. */
export interface ProofRules {
  /** Whether workspaces' own targets resolve. */
  hasOwnTargets: boolean;
  /** Whether every new hostname needs proof. */
  isRequired: boolean;
}

/** Returns the records that point a hostname here, prove its owner and let its certificate be issued. */
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

/** Returns the record that proves a claim, as text. */
export async function wantedProof(env: Env, row: ClaimRow, hasOwnTargets: boolean): Promise<string> {
  const txt = await txtRecord(env, row);
  if (!hasOwnTargets || !isProvenByCname(row)) return txt;
  return `CNAME ${row.name} ${ownTarget(env, row.label)} or ${txt}`;
}

/** A wildcard can only be proved by TXT, and a bare domain has no CNAME. */
function isProvenByCname({ name, domain }: Named): boolean {
  return !name.startsWith("*.") && name !== domain && !isLocalName(name);
}

async function txtRecord(env: Env, { name, workspace_id: workspaceId }: ClaimRow): Promise<string> {
  const [value] = await acceptedValues(env, workspaceId);
  return `TXT _signpost.${bareHost(name)} ${value}`;
}

/** Returns the IPv4 addresses that bare domains point to. */
export function ownAddresses(env: Env): string[] {
  return envList(env.A_TARGETS);
}

/** Returns the name that subdomains point to, as DNS writes it. */
export function ownName(env: Env): string {
  return toDnsName(env.CNAME_TARGET);
}
