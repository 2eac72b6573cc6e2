import { listHosts } from "../../storage/host/write.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { ServiceContext } from "../context.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";
import { checkHost } from "./internal/check-hosts.ts";
import { pickFreeAlias } from "./create-link.ts";

/** An alias that is free on a host (`POST /recommendation/alias`). */
export async function recommendAlias(
  ctx: ServiceContext,
  draft: Draft<{ host?: string }>,
): Promise<Result<string>> {
  const errors: FieldErrors = structuredClone(draft.errors);
  const { host } = draft.fields;
  if (host === undefined) return invalid(errors);
  const hosts = await listHosts(ctx.env.DB, ctx.caller.workspace.id, [host]);
  checkHost(hosts, host, { field: "host", isShortLink: true }, errors);
  return hasFieldErrors(errors) ? invalid(errors) : done(await pickFreeAlias(ctx, host));
}
