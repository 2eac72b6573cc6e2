import { say } from "../../domain/refusal/say.ts";
import type { Env } from "../../env.ts";
import { leaseOrphans, deleteOrphan } from "../../storage/host/orphaned-certificate.ts";
import { deleteCustomHostname, issuesCertificates } from "./internal/custom-hostname-api.ts";
import { log } from "../../runtime/log.ts";

const AT_ONCE = 20;

/** Deletes certificates that no hostname uses any more. A failed deletion is retried after growing waits. */
export async function deleteOrphanedCertificates(env: Env, nowMs: number): Promise<void> {
  if (!issuesCertificates(env)) return;
  for (const { id, hostname } of await leaseOrphans(env.DB, nowMs, AT_ONCE)) {
    const reply = await deleteCustomHostname(env, id);
    if (reply.ok || reply.failure.code === "not_found") await deleteOrphan(env.DB, id);
    else log("warn", "certificate_not_deleted", { host: hostname, error: say(reply.failure.reason) });
  }
}
