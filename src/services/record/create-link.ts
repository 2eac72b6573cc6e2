import type { Hostname } from "../../domain/hostname.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Handler } from "../../domain/handler.ts";
import { aliasSource, type HostedSource } from "../../domain/source.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import type { Draft, Result } from "../result.ts";
import { addHostErrors } from "../write/add-host-errors.ts";
import { createRecords } from "./internal/create-records.ts";
import { pickFreeAlias } from "./internal/pick-free-alias.ts";
import type { RecordInput } from "../write/build-record.ts";
import type { RecordView } from "./types.ts";

interface NewLink {
  host?: Hostname;
  /** Generated if absent. */
  alias?: string;
  input: RecordInput;
}

/** Creates a short link or a QR code. The handler decides which. */
export async function createLink(
  ctx: ServiceContext,
  handler: Extract<Handler, "short-url" | "qr">,
  draft: Draft<NewLink>,
): Promise<Result<RecordView[]>> {
  const { host, input } = draft.fields;
  const errors: FieldErrors = structuredClone(draft.errors);
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.reach, host === undefined ? [] : [host]);
  if (host !== undefined) addHostErrors(hosts, host, { isShortLink: true }, errors);
  const place = await choosePlace(ctx, draft.fields, hasFieldErrors(errors));
  return createRecords(ctx, { handler, places: place === null ? [] : [place], input }, hosts, errors);
}

/** Returns the place; null if the draft has none, or if the write is refused anyway and needs no alias. */
async function choosePlace(
  ctx: ServiceContext,
  { host, alias }: NewLink,
  isRefused: boolean,
): Promise<HostedSource | null> {
  if (host === undefined) return null;
  if (alias !== undefined) return { host, source: aliasSource(alias) };
  return isRefused ? null : { host, source: aliasSource(await pickFreeAlias(ctx, host)) };
}
