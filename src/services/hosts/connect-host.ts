import { isLocalName } from "../../domain/claim.ts";
import { isPlatformName } from "../../domain/platform-name.ts";
import { candidateRules, splitDomain } from "../../domain/public-suffix.ts";
import { PLANS } from "../../domain/plan.ts";
import { AssertionError, assertThat, isUniqueViolation } from "../../storage/commit.ts";
import { listClaims } from "../../storage/claims.ts";
import { listHostRows } from "../../storage/host-checks.ts";
import { countWaiting, insertHost, isHeld, MAX_WAITING_CLAIMS, type NewHost } from "../../storage/hosts.ts";
import { listPublicSuffixes } from "../../storage/public-suffixes.ts";
import { countHosts } from "../../storage/workspaces.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, invalid, type Draft, type Result } from "../result.ts";
import { openResolver } from "./ask-dns.ts";
import { requestCertificate } from "./check-host.ts";
import { getHost } from "./get-host.ts";
import { needsProof, proofCondition } from "./needs-proof.ts";
import { publishHolder } from "./publish-holder.ts";
import { settleClaims } from "./settle-claims.ts";
import type { HostView } from "./view.ts";

const MAX_ATTEMPTS = 5;
/** How long a call waits for DNS, where the hostname needs proof. */
const PROOF_DEADLINE_MS = 3_000;

/**
 * Connects a hostname to the caller's workspace (contract 10.6). It resolves at once unless it needs
 * proof that is not there, or somebody else holds it; then the claim waits. That a certificate
 * cannot be asked for is told by the hostname's `errors`, and no failure.
 */
export async function connectHost(
  ctx: ServiceContext,
  draft: Draft<{ host?: string }>,
): Promise<Result<HostView>> {
  const { host } = draft.fields;
  if (host === undefined) return invalid(draft.errors);
  const reason = await refuseHost(ctx, host);
  const parts = splitDomain(host, await listPublicSuffixes(ctx.env.DB, candidateRules(host)));
  if (reason !== null || parts === null) return invalid({ host: [reason ?? "is a public suffix"] });
  const { workspace, user } = ctx.caller;
  const claimed = await claim(ctx, {
    host,
    ...parts,
    workspaceId: workspace.id,
    createdBy: user.id,
    connectedVia: ctx.channel,
    nowMs: ctx.nowMs,
  });
  if (!claimed.ok) return claimed;
  if (claimed.value === "waiting") {
    await settleClaims(ctx, host, openResolver(ctx.env.DOH_URL, PROOF_DEADLINE_MS));
  }
  const [held] = await listHostRows(ctx.env.DB, [host]);
  if (held?.workspace_id === workspace.id) await requestCertificate(ctx, held);
  return getHost(ctx, host);
}

/** Adds the claim: one that holds the hostname where nobody else does and no proof is needed. */
async function claim(ctx: ServiceContext, host: NewHost): Promise<Result<"held" | "waiting">> {
  const { DB } = ctx.env;
  const { maxHosts } = PLANS[ctx.caller.workspace.plan];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const claims = await listClaims(DB, host.host);
    if (claims.some(({ workspace_id: id }) => id === host.workspaceId)) {
      return invalid({ host: ["is connected to this workspace already"] });
    }
    const isWaiting = claims.some(isHeld) || (await needsProof(ctx.env, host));
    const inserted = insertHost(DB, host, { isWaiting, maxHosts });
    try {
      if (isWaiting) await DB.batch(inserted);
      else await publishHolder(ctx, host.host, [assertFree(ctx, host), ...inserted], 0);
      return done(isWaiting ? "waiting" : "held");
    } catch (error) {
      if (isHostLimit(error)) return refuseLimit(ctx, isWaiting);
      const isStale = error instanceof AssertionError && error.code === "stale_version";
      if (!isStale && !isUniqueViolation(error)) throw error;
    }
  }
  return failed({ code: "busy" });
}

function assertFree({ env }: ServiceContext, host: NewHost): D1PreparedStatement {
  const { sql, parameters } = proofCondition(env, host);
  return assertThat(env.DB, "stale_version", `NOT (${sql})`, ...parameters);
}

/** The insertion of a waiting claim goes by no commit, so its failure comes as the database words it. */
function isHostLimit(error: unknown): boolean {
  return String(error).includes("assertion failed: host_limit");
}

async function refuseLimit({ env, caller }: ServiceContext, isWaiting: boolean): Promise<Result<never>> {
  if (isWaiting && (await countWaiting(env.DB, caller.workspace.id)) >= MAX_WAITING_CLAIMS) {
    const reason = `${MAX_WAITING_CLAIMS} hostnames of this workspace wait for proof already: prove or disconnect some`;
    return invalid({ host: [reason] });
  }
  const used = await countHosts(env.DB, caller.workspace.id);
  const allowed = PLANS[caller.workspace.plan].maxHosts ?? used;
  return failed({ code: "plan_limit", limit: "hostnames", used, allowed });
}

/** Names that are not for tenants: the platform's own, and those that nobody can hold. */
async function refuseHost({ env }: ServiceContext, host: string): Promise<string | null> {
  const name = host.replace(/^\*\./, "");
  const admin = listOf(env.ADMIN_HOSTS);
  const target = env.CNAME_TARGET.toLowerCase().replace(/\.$/, "");
  const suffixes = await listPublicSuffixes(env.DB, candidateRules(target));
  const domain = splitDomain(target, suffixes)?.domain ?? target;
  if (isPlatformName(host, { admin, target, domain })) return "belongs to the platform";
  if (!name.includes(".")) return "must have more than one label";
  if (isLocalName(name) && !admin.includes("localhost")) return "is a name for local development";
  return null;
}

function listOf(text: string): string[] {
  return text.split(",").map((item) => item.trim());
}
