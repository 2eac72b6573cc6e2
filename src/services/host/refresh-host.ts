import type { Hostname } from "../../domain/hostname.ts";
import { selectHostDetails } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";
import { openResolver } from "./ask-dns.ts";
import { checkHostIfDue } from "./check-host.ts";
import { getHost, toHostView } from "./get-host.ts";
import { ownName } from "./required-dns.ts";
import { checkClaims } from "./check-claims.ts";
import type { HostView } from "./types.ts";

/**
 * Checks DNS, certificate and proof again (`POST /host/{host}/refresh`). Within 30 seconds of the last check, a call
 * returns the last state.
 */
export async function refreshHost(ctx: ServiceContext, host: Hostname): Promise<Result<HostView>> {
  const found = await selectHostDetails(ctx.env.DB, ownName(ctx.env), ctx.caller.reach, host);
  if (found === null) return NOT_FOUND;
  const ask = openResolver(ctx.env.DOH_URL);
  if (!(await checkHostIfDue(ctx, found.claim, ask))) return done(await toHostView(ctx, found));
  await checkClaims(ctx, host, ask);
  return getHost(ctx, host);
}
