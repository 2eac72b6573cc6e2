import { HOST_SLOT } from "../../domain/source.ts";
import { claimDnsCheck, findHost, updateDnsState } from "../../storage/hosts.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, failed, type Result } from "../result.ts";
import { checkDns } from "./check-dns.ts";
import { getHost } from "./get-host.ts";
import { toHostView } from "./to-host-view.ts";
import type { HostView } from "./view.ts";

const MIN_INTERVAL_MS = 30_000;

/** Checks DNS anew, at most once in 30 seconds; earlier calls see the previous state. */
export async function refreshHost(ctx: ServiceContext, host: string): Promise<Result<HostView>> {
  const { DB } = ctx.env;
  const found = await findHost(DB, ctx.caller.workspace.id, host);
  if (found === null) return failed({ code: "not_found" });
  const isDue = await claimDnsCheck(DB, host, ctx.nowMs, MIN_INTERVAL_MS);
  if (!isDue) return done(toHostView(ctx, found));
  const state = await checkDns(ctx.env, found.row, ctx.nowMs);
  await publish(ctx, [updateDnsState(DB, host, state, ctx.nowMs)], [{ host, slot: HOST_SLOT }]);
  return getHost(ctx, host);
}
