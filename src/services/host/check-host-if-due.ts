import { startHostCheck } from "../../storage/host/check.ts";
import { isHeld, type Host } from "../../domain/host.ts";
import type { PublishContext } from "../publish.ts";
import type { AskDns } from "./ask-dns.ts";
import { checkHost } from "./internal/check-host.ts";

const MIN_INTERVAL_MS = 30_000;

/**
 * Checks a hostname unless it was checked in the last 30 seconds (contract 10). Does nothing for a waiting
 * claim, because `checkClaims` checks its proof.
 * @returns whether this call checked the hostname
 */
export async function checkHostIfDue(ctx: PublishContext, host: Host, ask?: AskDns): Promise<boolean> {
  if (!(await startHostCheck(ctx.env.DB, host.key, ctx.nowMs, MIN_INTERVAL_MS))) return false;
  if (isHeld(host)) await checkHost(ctx, host, ask);
  return true;
}
