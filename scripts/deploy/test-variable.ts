import { UsageError } from "../support/command.ts";

/** Variables that the Worker reads only on this machine (contract 25.13). */
const NAMES = ["ACCESS_CERTS_URL", "MONITOR_ALLOW"] as const;

/**
 * Throws UsageError that names the variables of tests that are not empty. The Worker would ignore them, and whoever set
 * them expects an effect.
 * @param from where the variables are written
 */
export function refuseTestVariables(variables: Record<string, unknown> | undefined, from: string): void {
  const given = NAMES.filter((name) => (variables?.[name] ?? "") !== "");
  if (given.length === 0) return;
  throw new UsageError(
    `${from} has ${given.join(" and ")}, which only tests on this machine may set. Remove ${given.length === 1 ? "it" : "them"}: ` +
      "a deployment never requests private addresses, and reads the keys of Cloudflare Access at Cloudflare.",
  );
}
