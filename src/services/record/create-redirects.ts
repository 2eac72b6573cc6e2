import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { addRepeatedErrors, factsOfNewRecord, type RepeatedFields } from "../../domain/repeated-field.ts";
import { aliasOf } from "../../domain/record-place.ts";
import type { HostedSource } from "../../domain/source.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import type { Draft, Result } from "../result.ts";
import { createRecords } from "./internal/create-records.ts";
import type { RecordInput } from "../write/build-record.ts";
import type { RecordView } from "./types.ts";

interface NewRedirects {
  places: HostedSource[];
  /** Present if the caller also sends the hostname separately. */
  host?: Hostname;
  /** The path in the form of answers, and the public suffix. Both may only repeat `places` (contract 9.20). */
  alias?: string;
  tld?: string;
  /** Each must have the value that a new record of the handler has. */
  repeated?: RepeatedFields;
  input: RecordInput;
}

/** Creates a redirect for each source, all or none (`POST /redirect`). */
export async function createRedirects(
  ctx: ServiceContext,
  handler: "redirect" | "migration",
  draft: Draft<NewRedirects>,
): Promise<Result<RecordView[]>> {
  const { places, host, alias, tld, repeated = {}, input } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  addRepeatedErrors(factsOfNewRecord(handler), repeated, input, errors);
  const names = places.map((place) => place.host);
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.reach, names);
  if (host !== undefined && names.some((name) => name !== host)) {
    addFieldError(errors, "host", refuse("not_host_of_url"));
  }
  if (alias !== undefined && places.some(({ source }) => aliasOf(source) !== alias)) {
    addFieldError(errors, "alias", refuse("short_links_only"));
  }
  const other = hosts.values().find((one) => tld !== undefined && one.tld !== tld);
  if (other !== undefined) addFieldError(errors, "tld", refuse("not_public_suffix_of", { host: other.name }));
  return createRecords(ctx, { handler, places, input }, hosts, errors);
}
