import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { runtimeOf, type Handler } from "../../domain/handler.ts";
import { parseAliasUrl, parseSourceUrl } from "../../domain/parse-source.ts";
import { ANY_SOURCE, type HostedSource } from "../../domain/source.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { invalid, type Draft, type Result } from "../result.ts";
import { createLink } from "./create-link.ts";
import { createRedirects } from "./create-redirects.ts";
import type { RecordInput, RecordView } from "./types.ts";

interface NewGeneric {
  handler?: Handler;
  host?: string;
  alias?: string;
  url?: string;
  input: RecordInput;
}

/** Creates a record of any handler (`POST /links`; contract 12.8). */
export async function createGeneric(
  ctx: ServiceContext,
  draft: Draft<NewGeneric>,
): Promise<Result<RecordView[]>> {
  const refused = requireRole(ctx, "editor");
  if (refused !== null) return refused;
  const { handler, input, ...written } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  if (handler === undefined) return invalid(errors);
  if (runtimeOf(handler) === "link") {
    const kind = handler === "qr" ? "qr" : "short-url";
    return createLink(ctx, kind, { fields: { ...placeOfLink(written, errors), input }, errors });
  }
  if (written.alias !== undefined) addFieldError(errors, "alias", "is for short links only");
  const place = placeOfRedirect(written, errors);
  const kind = handler === "migration" ? "migration" : "redirect";
  return createRedirects(ctx, kind, { fields: { places: place === null ? [] : [place], input }, errors });
}

type Written = Pick<NewGeneric, "host" | "alias" | "url">;

function placeOfLink({ host, alias, url }: Written, errors: FieldErrors): Pick<Written, "host" | "alias"> {
  const place = { ...(host !== undefined && { host }), ...(alias !== undefined && { alias }) };
  if (url === undefined) return place;
  const parsed = parseAliasUrl(url);
  if (!parsed.ok) addFieldError(errors, "url", parsed.reason);
  else if (
    (host ?? parsed.value.host) !== parsed.value.host ||
    (alias ?? parsed.value.alias) !== parsed.value.alias
  ) {
    addFieldError(errors, "url", "disagrees with host and alias");
  } else return { ...place, alias: parsed.value.alias };
  return place;
}

function placeOfRedirect({ host, url }: Written, errors: FieldErrors): HostedSource | null {
  if (url === undefined) return host === undefined ? null : { host, source: ANY_SOURCE };
  const parsed = parseSourceUrl(url);
  if (!parsed.ok) addFieldError(errors, "url", parsed.reason);
  else if (host !== undefined && parsed.value.host !== host)
    addFieldError(errors, "url", "disagrees with host");
  return parsed.ok ? parsed.value : null;
}
