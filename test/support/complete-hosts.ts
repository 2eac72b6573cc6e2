import { env } from "cloudflare:workers";
import { databasesOf } from "../../src/databases-of.ts";
import { completeReadyHosts } from "../../src/jobs/projection/complete-hosts.ts";
import { drainProjections } from "../../src/jobs/projection/drain.ts";

/** Ends all leases, and writes every snapshot that is pending. */
export async function drainAll(): Promise<void> {
  for (const one of databasesOf(env)) {
    await one.DB.prepare("UPDATE pending SET leased_until = 1").run();
    while ((await drainProjections(one)) > 0);
  }
}

/** Lets all pending snapshots be written and two minutes pass: no hostname is behind any more. */
export async function completeHosts(): Promise<void> {
  await drainAll();
  for (const one of databasesOf(env)) {
    await one.DB.prepare("UPDATE hosts SET slots_put_at = 0 WHERE behind_since IS NOT NULL").run();
    await completeReadyHosts(one);
  }
}
