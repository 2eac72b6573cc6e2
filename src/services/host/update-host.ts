import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { hasFeature } from "../../domain/plan.ts";
import { HOST_SLOT } from "../../domain/source.ts";
import { listHostRows } from "../../storage/host/check.ts";
import {
  findHost,
  isHeld,
  updateHost as updateStatements,
  type HostChange,
  type HostRow,
} from "../../storage/host/write.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { failed, invalid, type Draft, type Result } from "../result.ts";
import { requestCertificate } from "./check-host-if-due.ts";
import { findFallbackCircles, type Fallbacks } from "./internal/find-fallback-circle.ts";
import { issuesCertificates } from "./internal/custom-hostname-api.ts";
import { getHost } from "./get-host.ts";
import { ownName } from "./internal/required-dns.ts";
import type { HostView } from "./types.ts";

/** Changes the switches of a hostname (`PUT /host/{host}`). */
export async function updateHost(
  ctx: ServiceContext,
  host: string,
  draft: Draft<HostChange>,
): Promise<Result<HostView>> {
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  const found = await findHost(DB, ownName(ctx.env), workspace.id, host);
  if (found === null) return failed({ code: "not_found" });
  const errors: FieldErrors = structuredClone(draft.errors);
  const { forceHttps } = draft.fields;
  if (forceHttps === true && !found.row.force_https && !hasFeature(workspace.plan, "hosts.force_https")) {
    addFieldError(errors, "force_https", "needs an Enterprise plan");
  }
  await addCircleErrors(DB, found.row, draft.fields, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  if (Object.keys(draft.fields).length > 0) {
    const options = { issuesCertificates: issuesCertificates(ctx.env) };
    const statements = updateStatements(DB, workspace.id, host, draft.fields, ctx.nowMs, options);
    if (isHeld(found.row)) await publish(ctx, statements, [{ host, slot: HOST_SLOT }]);
    else await DB.batch(statements);
  }
  if (draft.fields.httpsRequested === true && found.row.https_requested === 0) {
    const [changed] = await listHostRows(DB, [host]);
    if (changed?.workspace_id === workspace.id) await requestCertificate(ctx, changed);
  }
  return getHost(ctx, host);
}

/** What stays as it is was judged when it was written. */
async function addCircleErrors(
  db: D1Database,
  row: HostRow,
  { notFoundUrl, expiredUrl }: HostChange,
  errors: FieldErrors,
): Promise<void> {
  const change: Partial<Fallbacks> = {};
  if (notFoundUrl !== undefined && notFoundUrl !== row.not_found_url) change.notFoundUrl = notFoundUrl;
  if (expiredUrl !== undefined && expiredUrl !== row.expired_url) change.expiredUrl = expiredUrl;
  if (Object.keys(change).length === 0) return;
  const circles = await findFallbackCircles(db, row.workspace_id, { host: row.name, change });
  if (circles.notFoundUrl !== undefined) addFieldError(errors, "not_found_url", circles.notFoundUrl);
  if (circles.expiredUrl !== undefined) addFieldError(errors, "expired_url", circles.expiredUrl);
}
