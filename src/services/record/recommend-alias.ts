import type { Hostname } from "../../domain/hostname.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";
import { addHostErrors } from "../write/add-host-errors.ts";
import { pickFreeAlias } from "./internal/pick-free-alias.ts";

/** Returns an alias that is free on a hostname (`POST /recommendation/alias`). */
export async function recommendAlias(
  ctx: ServiceContext,
  draft: Draft<{ host?: Hostname }>,
): Promise<Result<string>> {
  const errors: FieldErrors = structuredClone(draft.errors);
  const { host } = draft.fields;
  if (host === undefined) return invalid(errors);
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.reach, [host]);
  addHostErrors(hosts, host, { isShortLink: true }, errors);
  return hasFieldErrors(errors) ? invalid(errors) : done(await pickFreeAlias(ctx, host));
}
