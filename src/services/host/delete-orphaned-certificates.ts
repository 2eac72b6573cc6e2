import { say } from "../../domain/refusal/say.ts";
import { othersOf } from "../../all-databases.ts";
import type { Env } from "../../env.ts";
import { leaseOrphans, deleteOrphan, isCertificateUsed } from "../../storage/host/orphaned-certificate.ts";
import { deleteCustomHostname, issuesCertificates } from "./internal/custom-hostname-api.ts";
import { log } from "../../runtime/log.ts";

/**
 * Deletes at most `most` certificates that no hostname uses any more. A failed deletion is retried after growing waits.
 * @returns whether some are left
 */
export async function deleteOrphanedCertificates(env: Env, nowMs: number, most: number): Promise<boolean> {
  if (!issuesCertificates(env)) return false;
  const orphans = await leaseOrphans(env.DB, nowMs, most);
  for (const { id, hostname } of orphans) {
    if (await isUsedElsewhere(env, hostname, id)) {
      await deleteOrphan(env.DB, id);
      continue;
    }
    const reply = await deleteCustomHostname(env, id);
    if (reply.ok || reply.failure.code === "not_found") await deleteOrphan(env.DB, id);
    else log("warn", "certificate_not_deleted", { host: hostname, error: say(reply.failure.reason) });
  }
  return orphans.length === most;
}

/** A hostname of another database may have the certificate by now, or a wildcard there share it. */
async function isUsedElsewhere(env: Env, hostname: string, id: string): Promise<boolean> {
  const used = await Promise.all(othersOf(env).map(({ DB }) => isCertificateUsed(DB, hostname, id)));
  return used.includes(true);
}
