import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import type { HostedSource } from "../../domain/source.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import type { Draft, Result } from "../result.ts";
import { createRecords } from "./internal/create-records.ts";
import type { RecordInput, RecordView } from "./types.ts";

interface NewRedirects {
  /** The sources that `url` lists. */
  places: HostedSource[];
  /** Present where the caller also names the hostname by itself. */
  host?: string;
  input: RecordInput;
}

/** Creates a redirect for each source, all or none (`POST /redirect`). */
export async function createRedirects(
  ctx: ServiceContext,
  handler: "redirect" | "migration",
  draft: Draft<NewRedirects>,
): Promise<Result<RecordView[]>> {
  const refused = requireRole(ctx, "editor");
  if (refused !== null) return refused;
  const { places, host, input } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  const names = places.map((place) => place.host);
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.workspace.id, names);
  if (host !== undefined && names.some((name) => name !== host)) {
    addFieldError(errors, "host", "is not the hostname of url");
  }
  return createRecords(ctx, { handler, places, input }, hosts, errors);
}
