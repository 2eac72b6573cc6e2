import { generateAlias, GENERATED_ALIAS_LENGTH } from "../../domain/alias.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Handler } from "../../domain/handler.ts";
import { aliasSource, slotOf, type HostedSource } from "../../domain/source.ts";
import { listHosts } from "../../storage/hosts.ts";
import { listRecordsInSlots } from "../../storage/records.ts";
import type { ServiceContext } from "../context.ts";
import type { Draft, Result } from "../result.ts";
import { checkHost } from "./check-hosts.ts";
import { createRecords } from "./create-records.ts";
import type { RecordInput } from "./record-input.ts";
import type { RecordView } from "./view.ts";

export interface NewLink {
  host?: string;
  /** Generated where it is missing. */
  alias?: string;
  input: RecordInput;
}

/** Creates a short link or QR code (`POST /link`). The handler decides which. */
export async function createLink(
  ctx: ServiceContext,
  handler: Extract<Handler, "short-url" | "qr">,
  draft: Draft<NewLink>,
): Promise<Result<RecordView[]>> {
  const { host, input } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  const hosts = await listHosts(ctx.env.DB, ctx.caller.workspace.id, host === undefined ? [] : [host]);
  if (host !== undefined) checkHost(hosts, host, { field: "host", isShortLink: true }, errors);
  const place = await choosePlace(ctx, draft.fields, hasFieldErrors(errors));
  return createRecords(ctx, { handler, places: place === null ? [] : [place], input }, hosts, errors);
}

/** Null where the draft does not tell, and nothing will be written that an alias could be made for. */
async function choosePlace(
  ctx: ServiceContext,
  { host, alias }: NewLink,
  isRefused: boolean,
): Promise<HostedSource | null> {
  if (host === undefined) return null;
  if (alias !== undefined) return { host, source: aliasSource(alias) };
  return isRefused ? null : { host, source: aliasSource(await pickFreeAlias(ctx, host)) };
}

const ALIASES_AT_ONCE = 8;
const MAX_ALIAS_LENGTH = 12;

/** Returns a free alias of the host; longer ones are tried as the host fills up (contract 2.13). */
export async function pickFreeAlias(ctx: ServiceContext, host: string): Promise<string> {
  for (let length = GENERATED_ALIAS_LENGTH; ; length = Math.min(length + 1, MAX_ALIAS_LENGTH)) {
    const candidates = Array.from({ length: ALIASES_AT_ONCE }, () => generateAlias(length, ctx.random));
    const slots = candidates.map((alias): [string, string] => [host, slotOf(aliasSource(alias))]);
    const taken = await listRecordsInSlots(ctx.env.DB, ctx.caller.workspace.id, slots);
    const takenSlots = new Set(taken.map(({ source }) => slotOf(source)));
    const free = candidates.find((alias) => !takenSlots.has(slotOf(aliasSource(alias))));
    if (free !== undefined) return free;
  }
}
