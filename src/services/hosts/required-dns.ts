import { toDnsName } from "../../domain/dns-answer.ts";
import type { Env } from "../../env.ts";
import type { HostRow } from "../../storage/hosts.ts";
import { readCertificate } from "./certificate.ts";

export interface RequiredDns {
  defaultRequire: "cname" | "a";
  /** As text: `CNAME go.example.com edge.example.net`. */
  require: string[];
}

/** The DNS records that point a hostname here (section 10): a CNAME, or A records on the bare domain. */
export function requiredDns(env: Env, { host, domain }: Pick<HostRow, "host" | "domain">): RequiredDns {
  if (host !== domain) return { defaultRequire: "cname", require: [`CNAME ${host} ${env.CNAME_TARGET}`] };
  return { defaultRequire: "a", require: ownAddresses(env).map((address) => `A ${host} ${address}`) };
}

/** The same with the records that prove to whoever issues the certificate that it may. */
export function requiredRecords(env: Env, row: HostRow): RequiredDns {
  const { defaultRequire, require } = requiredDns(env, row);
  const proofs = readCertificate(row)?.proofs ?? [];
  return {
    defaultRequire,
    require: [...require, ...proofs.map(({ name, value }) => `TXT ${name} ${value}`)],
  };
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
