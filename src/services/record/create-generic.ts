import { parseAlias } from "../../domain/alias.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { runtimeOf, type Handler } from "../../domain/handler.ts";
import { addHeldErrors, newHolder, type HeldFields } from "../../domain/held-field.ts";
import { placeNewLink, placeNewRedirect } from "../../domain/record-place.ts";
import type { ServiceContext } from "../context.ts";
import { requireRoleWithin } from "../require-role.ts";
import { invalid, type Draft, type Result } from "../result.ts";
import { createLink } from "./create-link.ts";
import { createRedirects } from "./create-redirects.ts";
import type { RecordInput, RecordView } from "./types.ts";

interface NewGeneric {
  handler?: Handler;
  host?: string;
  /** Unparsed: of a redirect it is the path again. */
  alias?: string;
  url?: string;
  /** For redirects only, where it may repeat the public suffix of the hostname. */
  tld?: string;
  /** Must be what a new record of the handler holds. */
  held?: HeldFields;
  input: RecordInput;
}

/** Creates a record of any handler (`POST /link`, `POST /links`; contract 12.8). */
export async function createGeneric(
  ctx: ServiceContext,
  draft: Draft<NewGeneric>,
): Promise<Result<RecordView[]>> {
  const refused = requireRoleWithin(ctx, "editor");
  if (refused !== null) return refused;
  const { handler, input, held = {}, alias, tld, ...written } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  if (handler === undefined) return invalid(errors);
  addHeldErrors(newHolder(handler), held, input, errors);
  if (runtimeOf(handler) === "link") {
    const kind = handler === "qr" ? "qr" : "short-url";
    const parsed = alias === undefined ? null : parseAlias(alias);
    if (parsed?.ok === false) addFieldError(errors, "alias", parsed.reason);
    if (tld !== undefined) addFieldError(errors, "tld", "is not taken here");
    const place = placeNewLink({ ...written, ...(parsed?.ok === true && { alias: parsed.value }) }, errors);
    return createLink(ctx, kind, { fields: { ...place, input }, errors });
  }
  const place = placeNewRedirect(written, errors);
  const kind = handler === "migration" ? "migration" : "redirect";
  const repeated = { ...(alias !== undefined && { alias }), ...(tld !== undefined && { tld }) };
  const fields = { places: place === null ? [] : [place], ...repeated, input };
  return createRedirects(ctx, kind, { fields, errors });
}
