import type { Env } from "../../env.ts";
import { leaseOrphans, deleteOrphan } from "../../storage/host/certificate.ts";
import { deleteCustomHostname, issuesCertificates } from "./internal/custom-hostname-api.ts";
import { log } from "../../runtime/log.ts";

const AT_ONCE = 20;

/** Has certificates deleted that no hostname has any more; what fails is tried again, ever later. */
export async function deleteOrphanedCertificates(env: Env, nowMs: number): Promise<void> {
  if (!issuesCertificates(env)) return;
  for (const { id, hostname } of await leaseOrphans(env.DB, nowMs, AT_ONCE)) {
    const reply = await deleteCustomHostname(env, id);
    if (reply.ok || reply.failure.code === "not_found") await deleteOrphan(env.DB, id);
    else log("warn", "certificate_not_deleted", { host: hostname, error: reply.failure.message });
  }
}
