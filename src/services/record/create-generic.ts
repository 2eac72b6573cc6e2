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
  alias?: string;
  url?: string;
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
  const { handler, input, held = {}, ...written } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  if (handler === undefined) return invalid(errors);
  addHeldErrors(newHolder(handler), held, input, errors);
  if (runtimeOf(handler) === "link") {
    const kind = handler === "qr" ? "qr" : "short-url";
    return createLink(ctx, kind, { fields: { ...placeNewLink(written, errors), input }, errors });
  }
  if (written.alias !== undefined) addFieldError(errors, "alias", "is for short links only");
  const place = placeNewRedirect(written, errors);
  const kind = handler === "migration" ? "migration" : "redirect";
  return createRedirects(ctx, kind, { fields: { places: place === null ? [] : [place], input }, errors });
}
