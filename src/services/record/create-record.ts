import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { parseAlias } from "../../domain/alias.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { familyOf, type Handler } from "../../domain/handler.ts";
import { addRepeatedErrors, factsOfNewRecord, type RepeatedFields } from "../../domain/repeated-field.ts";
import { placeNewLink, placeNewRedirect } from "../../domain/record-place.ts";
import type { ServiceContext } from "../context.ts";
import { invalid, type Draft, type Result } from "../result.ts";
import { createLink } from "./create-link.ts";
import { createRedirects } from "./create-redirects.ts";
import type { RecordInput } from "../write/build-record.ts";
import type { RecordView } from "./types.ts";

interface NewRecord {
  handler?: Handler;
  host?: Hostname;
  /** Unparsed. For a redirect it must repeat the path. */
  alias?: string;
  url?: string;
  /** For redirects only, where it may repeat the public suffix of the hostname. */
  tld?: string;
  /** Each must have the value that a new record of the handler has. */
  repeated?: RepeatedFields;
  input: RecordInput;
}

/** Creates a record of any handler (`POST /link`, `POST /links`; contract 12.8). */
export async function createRecord(
  ctx: ServiceContext,
  draft: Draft<NewRecord>,
): Promise<Result<RecordView[]>> {
  const { handler, input, repeated = {}, alias, tld, ...written } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  if (handler === undefined) return invalid(errors);
  addRepeatedErrors(factsOfNewRecord(handler), repeated, input, errors);
  if (familyOf(handler) === "link") {
    const kind = handler === "qr" ? "qr" : "short-url";
    const parsed = alias === undefined ? null : parseAlias(alias);
    if (parsed?.ok === false) addFieldError(errors, "alias", parsed.reason);
    if (tld !== undefined) addFieldError(errors, "tld", refuse("not_taken"));
    const place = placeNewLink({ ...written, ...(parsed?.ok === true && { alias: parsed.value }) }, errors);
    return createLink(ctx, kind, { fields: { ...place, input }, errors });
  }
  const place = placeNewRedirect(written, errors);
  const kind = handler === "migration" ? "migration" : "redirect";
  const names = { ...(alias !== undefined && { alias }), ...(tld !== undefined && { tld }) };
  const fields = { places: place === null ? [] : [place], ...names, input };
  return createRedirects(ctx, kind, { fields, errors });
}
