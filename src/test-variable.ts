import { isLoopback } from "./domain/loopback.ts";
import type { Env } from "./env.ts";
import { envList } from "./runtime/env-list.ts";

/**
 * Returns the text of a variable that exists for tests. It is empty unless every admin host is a name of this machine,
 * so that no deployment can open itself with it (contract 25.13).
 */
export function testVariable<Name extends "ACCESS_CERTS_URL" | "MONITOR_ALLOW">(
  env: Pick<Env, "ADMIN_HOSTS" | Name>,
  name: Name,
): string {
  return envList(env.ADMIN_HOSTS).every(isLoopback) ? (env[name] ?? "") : "";
}
