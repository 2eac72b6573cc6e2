import { findHost } from "../../storage/host/write.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, type Result } from "../result.ts";
import { ownName } from "./internal/required-dns.ts";
import { toHostView } from "./internal/to-host-view.ts";
import type { HostView } from "./types.ts";

/** A hostname of the caller's workspace (`GET /host/{host}`). */
export async function getHost(ctx: ServiceContext, host: string): Promise<Result<HostView>> {
  const found = await findHost(ctx.env.DB, ownName(ctx.env), ctx.caller.workspace.id, host);
  return found === null ? failed({ code: "not_found" }) : done(await toHostView(ctx, found));
}
