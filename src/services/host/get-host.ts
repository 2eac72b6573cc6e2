import type { Hostname } from "../../domain/hostname.ts";
import { selectHostDetails } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";
import { ownName } from "./required-dns.ts";
import { toHostView } from "./internal/to-host-view.ts";
import type { HostView } from "./types.ts";

export async function getHost(ctx: ServiceContext, host: Hostname): Promise<Result<HostView>> {
  const found = await selectHostDetails(ctx.env.DB, ownName(ctx.env), ctx.caller.reach, host);
  return found === null ? NOT_FOUND : done(await toHostView(ctx, found));
}
