import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import type { HostedSource } from "../../domain/source.ts";
import { listHosts } from "../../storage/host/write.ts";
import type { ServiceContext } from "../context.ts";
import type { Draft, Result } from "../result.ts";
import { checkHost } from "./internal/check-hosts.ts";
import { createRecords } from "./internal/create-records.ts";
import type { RecordInput } from "./types.ts";
import type { RecordView } from "./internal/view.ts";

interface NewRedirects {
  /** What `url` lists. */
  places: HostedSource[];
  /** Where the caller also names the host by itself. */
  host?: string;
  input: RecordInput;
}

/** Creates a redirect for each source, all or none (`POST /redirect`). */
export async function createRedirects(
  ctx: ServiceContext,
  handler: "redirect" | "migration",
  draft: Draft<NewRedirects>,
): Promise<Result<RecordView[]>> {
  const { places, host, input } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  const names = places.map((place) => place.host);
  const hosts = await listHosts(ctx.env.DB, ctx.caller.workspace.id, names);
  for (const name of new Set(names)) checkHost(hosts, name, { field: "url", isShortLink: false }, errors);
  if (host !== undefined && names.some((name) => name !== host)) {
    addFieldError(errors, "host", "is not the hostname of url");
  }
  return createRecords(ctx, { handler, places, input }, hosts, errors);
}
