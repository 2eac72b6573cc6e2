import type { Env } from "../../env.ts";
import type { HostRow } from "../../storage/hosts.ts";

/** The DNS records that point a hostname here (section 10): a CNAME, or A records on the bare domain. */
export function requiredDns(
  env: Env,
  { host, domain }: HostRow,
): { defaultRequire: "cname" | "a"; require: string[] } {
  if (host !== domain) return { defaultRequire: "cname", require: [`CNAME ${host} ${env.CNAME_TARGET}`] };
  const targets = env.A_TARGETS.split(",").map((target) => target.trim());
  return { defaultRequire: "a", require: targets.filter(Boolean).map((target) => `A ${host} ${target}`) };
}
