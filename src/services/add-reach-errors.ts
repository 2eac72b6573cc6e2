import { refuse } from "../domain/refusal/refusal.ts";
import type { Hostname } from "../domain/hostname.ts";
import { addFieldError, type FieldErrors } from "../domain/field-error.ts";
import { selectHosts } from "../storage/host/read.ts";
import type { ServiceContext } from "./context.ts";

/** Adds an error for each hostname of a limit that the workspace has not claimed, or the caller does not reach. */
export async function addReachErrors(
  ctx: ServiceContext,
  hosts: readonly Hostname[] | null | undefined,
  errors: FieldErrors,
): Promise<void> {
  if (hosts === null || hosts === undefined) return;
  const known = await selectHosts(ctx.env.DB, ctx.caller.reach, [...hosts]);
  for (const [index, name] of hosts.entries()) {
    if (!known.has(name)) addFieldError(errors, `hosts.${index}`, refuse("not_connected"));
  }
}
