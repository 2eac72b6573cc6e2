import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { hasFeature } from "../../domain/plan.ts";
import type { Reach } from "../../domain/reach.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { assertSameKey } from "../../storage/claim/write.ts";
import { selectHeldHosts, selectHostDetails } from "../../storage/host/read.ts";
import { isHeld, type Host } from "../../domain/host.ts";
import { updateHostSettings, type HostChange } from "../../storage/host/write.ts";
import { assertFiles } from "../../storage/page/appearance.ts";
import { assertThat } from "../../storage/commit.ts";
import type { ServiceContext } from "../context.ts";
import { isStale } from "../is-conflict.ts";
import { addAppearanceErrors, filesOf } from "../page/check-appearance.ts";
import { isRepeat } from "../page/is-repeat.ts";
import { publish } from "../publish.ts";
import { requireRole } from "../require-role.ts";
import { failed, invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";
import { requestCertificate } from "./internal/check-host.ts";
import { findFallbackCircles, type Fallbacks } from "../write/loop/find-circles.ts";
import { issuesCertificates } from "./internal/custom-hostname-api.ts";
import { getHost } from "./get-host.ts";
import { ownName } from "./required-dns.ts";
import type { HostView } from "./types.ts";

/**
 * Changes the settings of a hostname (`PUT /host/{host}`).
 * @param versions the expected times of the last write; any other is refused, so that no write is lost (contract 10.24)
 */
export async function updateHost(
  ctx: ServiceContext,
  host: Hostname,
  draft: Draft<HostChange>,
  versions?: number[],
): Promise<Result<HostView>> {
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  const found = await selectHostDetails(DB, ownName(ctx.env), ctx.caller.reach, host);
  if (found === null) return NOT_FOUND;
  const { updatedAtMs } = found.claim;
  if (versions?.includes(updatedAtMs) === false) return failed({ code: "version_mismatch" });
  const errors: FieldErrors = structuredClone(draft.errors);
  const { forceHttps } = draft.fields;
  if (forceHttps === true && !found.claim.isHttpsForced && !hasFeature(workspace.plan, "hosts.force_https")) {
    addFieldError(errors, "force_https", refuse("needs_enterprise"));
  }
  const change = withoutRepeats(found.claim, draft.fields);
  if (MANAGED.some((field) => change[field] !== undefined)) {
    const tooLow = requireRole(ctx, "manager");
    if (tooLow !== null) return tooLow;
  }
  await addCircleErrors(DB, ctx.caller.reach, found.claim, draft.fields, errors);
  await addAppearanceErrors(ctx, change, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  if (Object.keys(change).length > 0) {
    const options = { issuesCertificates: issuesCertificates(ctx.env) };
    const statements = [
      assertSameKey(DB, workspace.id, found.claim.key),
      ...(versions === undefined ? [] : [assertUntouched(ctx, host, updatedAtMs)]),
      ...(change.branding || change.pages ? [assertFiles(DB, workspace.id, filesOf(change))] : []),
      ...updateHostSettings(DB, workspace.id, host, change, ctx.nowMs, options),
    ];
    try {
      const touched = isHeld(found.claim) ? [{ host, slot: HOST_SLOT }] : [];
      await publish(ctx, statements, touched);
    } catch (error) {
      if (isStale(error)) return failed({ code: versions === undefined ? "busy" : "version_mismatch" });
      throw error;
    }
  }
  if (draft.fields.httpsRequested === true && !found.claim.isHttpsRequested) {
    const [changed] = await selectHeldHosts(DB, [host]);
    if (changed?.workspaceId === workspace.id) await requestCertificate(ctx, changed);
  }
  return getHost(ctx, host);
}

function assertUntouched({ env, caller }: ServiceContext, host: Hostname, updatedAtMs: number) {
  const condition = "EXISTS (SELECT 1 FROM hosts WHERE name = ? AND workspace_id = ? AND updated_at = ?)";
  return assertThat(env.DB, "stale_version", condition, host, caller.workspace.id, updatedAtMs);
}

/** The fields that an editor cannot change. */
const MANAGED = ["hsts", "branding", "pages"] as const;

/** Returns a change without the fields that repeat the hostname's values. An empty change is not written. */
function withoutRepeats(host: Host, change: HostChange): HostChange {
  const held: Required<HostChange> = {
    httpsRequested: host.isHttpsRequested,
    forceHttps: host.isHttpsForced,
    shortLinksEnabled: host.takesShortLinks,
    expiredUrl: host.expiredUrl,
    notFoundUrl: host.notFoundUrl,
    hsts: host.hsts,
    misses: host.misses,
    branding: host.appearance.branding,
    pages: host.appearance.pages,
    isPreviewOff: host.isPreviewOff,
  };
  const fields = Object.entries(change) as [keyof HostChange, HostChange[keyof HostChange]][];
  return Object.fromEntries(fields.filter(([field, value]) => !isRepeat(value, held[field])));
}

/** Adds errors for fallback URLs that would be loops. Unchanged ones were checked when they were written. */
async function addCircleErrors(
  db: D1Database,
  reach: Reach,
  host: Host,
  { notFoundUrl, expiredUrl }: HostChange,
  errors: FieldErrors,
): Promise<void> {
  const change: Partial<Fallbacks> = {};
  if (notFoundUrl !== undefined && notFoundUrl !== host.notFoundUrl) change.notFoundUrl = notFoundUrl;
  if (expiredUrl !== undefined && expiredUrl !== host.expiredUrl) change.expiredUrl = expiredUrl;
  if (Object.keys(change).length === 0) return;
  const circles = await findFallbackCircles(db, reach, { host: host.name, change });
  if (circles.notFoundUrl !== undefined) addFieldError(errors, "not_found_url", circles.notFoundUrl);
  if (circles.expiredUrl !== undefined) addFieldError(errors, "expired_url", circles.expiredUrl);
}
