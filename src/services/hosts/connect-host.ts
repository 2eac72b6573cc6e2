import { candidateRules, splitDomain } from "../../domain/public-suffix.ts";
import { PLANS } from "../../domain/plan.ts";
import { HOST_SLOT } from "../../domain/source.ts";
import { listAnsweringFor } from "../../domain/visited-host.ts";
import { AssertionError, isUniqueViolation } from "../../storage/commit.ts";
import { listHostRows } from "../../storage/host-checks.ts";
import { insertHost, type NewHost } from "../../storage/hosts.ts";
import { listPublicSuffixes } from "../../storage/public-suffixes.ts";
import { countHosts } from "../../storage/workspaces.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, failed, invalid, type Draft, type Result } from "../result.ts";
import { requestCertificate } from "./check-host.ts";
import { getHost } from "./get-host.ts";
import { takeOverHost } from "./take-over-host.ts";
import type { HostView } from "./view.ts";

/**
 * Connects a hostname to the caller's workspace; it resolves at once (section 10). That a
 * certificate cannot be asked for is told by the hostname's `errors`, and no failure.
 */
export async function connectHost(
  ctx: ServiceContext,
  draft: Draft<{ host?: string }>,
): Promise<Result<HostView>> {
  const { host } = draft.fields;
  if (host === undefined) return invalid(draft.errors);
  const reason = refuseHost(ctx, host);
  const parts = splitDomain(host, await listPublicSuffixes(ctx.env.DB, candidateRules(host)));
  if (reason !== null || parts === null) return invalid({ host: [reason ?? "is a public suffix"] });
  const { workspace, user } = ctx.caller;
  const { maxHosts } = PLANS[workspace.plan];
  const row = {
    host,
    ...parts,
    workspaceId: workspace.id,
    createdBy: user.id,
    connectedVia: ctx.channel,
    nowMs: ctx.nowMs,
  };
  try {
    const connected = await insertOrTakeOver(ctx, row, maxHosts);
    if (!connected.ok) return connected;
  } catch (error) {
    if (error instanceof AssertionError && error.code === "host_limit" && maxHosts !== null) {
      const used = await countHosts(ctx.env.DB, workspace.id);
      return failed({ code: "plan_limit", limit: "hostnames", used, allowed: maxHosts });
    }
    throw error;
  }
  const [connected] = await listHostRows(ctx.env.DB, [host]);
  if (connected !== undefined) await requestCertificate(ctx, connected);
  return getHost(ctx, host);
}

async function insertOrTakeOver(
  ctx: ServiceContext,
  host: NewHost,
  maxHosts: number | null,
): Promise<Result<null>> {
  try {
    const own = [{ host: host.host, slot: HOST_SLOT }];
    await publish(ctx, insertHost(ctx.env.DB, host, maxHosts), own, listAnsweringFor(host.host));
    return done(null);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  return takeOverHost(ctx, host, maxHosts);
}

/** Names that are not for tenants: the platform's own, and those that nobody can hold. */
function refuseHost(ctx: ServiceContext, host: string): string | null {
  const name = host.replace(/^\*\./, "");
  const isWildcard = name !== host;
  const own = [...listOf(ctx.env.ADMIN_HOSTS), ctx.env.CNAME_TARGET];
  if (own.some((taken) => taken === name || (isWildcard && taken.endsWith(`.${name}`)))) {
    return "belongs to the platform";
  }
  if (!name.includes(".")) return "must have more than one label";
  if (name.endsWith(".localhost") && !isLocal(ctx)) return "is a name for local development";
  return null;
}

function isLocal(ctx: ServiceContext): boolean {
  return listOf(ctx.env.ADMIN_HOSTS).includes("localhost");
}

function listOf(text: string): string[] {
  return text.split(",").map((item) => item.trim());
}
