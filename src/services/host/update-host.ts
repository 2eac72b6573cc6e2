import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { hasFeature } from "../../domain/plan.ts";
import type { Reach } from "../../domain/reach.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { assertSameKey } from "../../storage/claim/write.ts";
import { selectHeldHosts, selectHostDetails } from "../../storage/host/read.ts";
import { settingsOf } from "../../domain/field/field.ts";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import { isHeld, type Host, type HostChange } from "../../domain/host.ts";
import { updateHostSettings } from "../../storage/host/write.ts";
import { assertFiles } from "../../storage/page/appearance.ts";
import { assertThat } from "../../storage/commit.ts";
import { noteActivity, toHostAct } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { isStale } from "../is-conflict.ts";
import { addAppearanceErrors, filesOf } from "../page/check-appearance.ts";
import { withoutRepeats } from "../page/without-repeats.ts";
import { publish } from "../publish.ts";
import { requireRole } from "../require-role.ts";
import { failed, invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";
import { requestCertificate } from "./check-host.ts";
import { findFallbackCircles, type Fallbacks } from "../write/loop/find-circles.ts";
import { issuesCertificates } from "./internal/custom-hostname-api.ts";
import { tellHost } from "../webhook/tell-host.ts";
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
  if (forceHttps === true && !found.claim.forceHttps && !hasFeature(workspace.plan, "hosts.force_https")) {
    addFieldError(errors, "force_https", refuse("needs_enterprise"));
  }
  const change = withoutRepeats({ ...found.claim, ...found.claim.appearance }, draft.fields);
  if (needsManager(change)) {
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
      ...noteActivity(ctx, [
        {
          ...toHostAct("changed", host),
          fields: (Object.keys(change) as (keyof HostChange)[]).map((name) => HOST_FIELDS[name].api),
        },
      ]),
      ...tellHost(ctx, workspace.id, host, "settings"),
    ];
    try {
      const touched = isHeld(found.claim) ? [{ host, slot: HOST_SLOT }] : [];
      await publish(ctx, statements, touched);
    } catch (error) {
      if (isStale(error)) return failed({ code: versions === undefined ? "busy" : "version_mismatch" });
      throw error;
    }
  }
  if (draft.fields.httpsRequested === true && !found.claim.httpsRequested) {
    const [changed] = await selectHeldHosts(DB, [host]);
    if (changed?.workspaceId === workspace.id) await requestCertificate(ctx, changed);
  }
  return getHost(ctx, host);
}

function assertUntouched({ env, caller }: ServiceContext, host: Hostname, updatedAtMs: number) {
  const condition = "EXISTS (SELECT 1 FROM hosts WHERE name = ? AND workspace_id = ? AND updated_at = ?)";
  return assertThat(env.DB, "stale_version", condition, host, caller.workspace.id, updatedAtMs);
}

/** Returns whether an editor cannot change the fields. */
function needsManager({ branding, pages, ...fields }: HostChange): boolean {
  if (branding !== undefined || pages !== undefined) return true;
  return settingsOf(HOST_FIELDS).some(([name, { role }]) => role === "manager" && fields[name] !== undefined);
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
