import { findHost } from "../../storage/hosts.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, type Result } from "../result.ts";
import { checkHostIfDue } from "./check-host.ts";
import { getHost } from "./get-host.ts";
import { toHostView } from "./to-host-view.ts";
import type { HostView } from "./view.ts";

/**
 * Checks DNS and certificate anew, at most once in 30 seconds; earlier calls see the previous state
 * (`POST /host/{host}/refresh`).
 */
export async function refreshHost(ctx: ServiceContext, host: string): Promise<Result<HostView>> {
  const found = await findHost(ctx.env.DB, ctx.caller.workspace.id, host);
  if (found === null) return failed({ code: "not_found" });
  const isChecked = await checkHostIfDue(ctx, found.row);
  return isChecked ? getHost(ctx, host) : done(toHostView(ctx, found));
}
