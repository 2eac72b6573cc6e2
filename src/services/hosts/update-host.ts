import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { hasFeature } from "../../domain/plan.ts";
import { HOST_SLOT } from "../../domain/source.ts";
import { listHostRows } from "../../storage/host-checks.ts";
import { findHost, isHeld, updateHost as updateStatements, type HostChange } from "../../storage/hosts.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { failed, invalid, type Draft, type Result } from "../result.ts";
import { requestCertificate } from "./check-host.ts";
import { issuesCertificates } from "./custom-hostname-api.ts";
import { getHost } from "./get-host.ts";
import { ownName } from "./required-dns.ts";
import type { HostView } from "./view.ts";

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
