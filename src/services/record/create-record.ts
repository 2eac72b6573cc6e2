import { addForeignErrors } from "../page/writer.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { parseAlias } from "../../domain/alias.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { familyOf, type Handler } from "../../domain/handler.ts";
import { addRepeatedErrors, factsOfNewRecord, type RepeatedFields } from "../../domain/repeated-field.ts";
import { placeNewLink, placeNewRedirect, aliasOf } from "../../domain/record-place.ts";
import type { ServiceContext } from "../context.ts";
import { invalid, addFieldErrors, done, type Draft, type Result } from "../result.ts";
import { buildRecord, newSettings, type RecordInput } from "../write/change-record.ts";
import { toView, type RecordView } from "./records.ts";
import { aliasSource, type HostedSource } from "../../domain/source.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { addHostErrors } from "../write/reasons.ts";
import { pickFreeAlias } from "./alias.ts";
import { isListWritten } from "../../domain/change-settings.ts";
import { hashPassword } from "../../runtime/password.ts";
import { isHeld, type Host } from "../../domain/host.ts";
import { requireRoom } from "../require-room.ts";
import { commitWrites, toRefusal } from "../write/commit-writes.ts";
import { judgeLater, newJudge } from "../write/judge-destinations.ts";
import { validateWrites } from "../write/validate-writes.ts";

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

interface NewRecords {
  handler: Handler;
  places: HostedSource[];
  input: RecordInput;
}

/**
 * Creates records, all or none: builds them, validates them and commits them.
 * @param hosts the hostnames of `places` that the workspace has
 * @param errors the errors from parsing the input; even if there is no place, the settings are still checked
 */
async function createRecords(
  ctx: ServiceContext,
  { handler, places, input }: NewRecords,
  hosts: ReadonlyMap<Hostname, Host>,
  errors: FieldErrors,
): Promise<Result<RecordView[]>> {
  const decided = newSettings(handler, input);
  if (!decided.ok) addFieldErrors(errors, decided.errors);
  const records = places.map((place) =>
    buildRecord(ctx, handler, place, decided.settings, isHeld(hosts.get(place.host))),
  );
  const wroteList = isListWritten(null, input);
  const afters = records.length === 0 ? [decided.settings] : records;
  const writes = afters.map((after) => ({ before: null, after, wroteList, errors }));
  const judgement = await validateWrites(ctx, writes, { hosts }, newJudge(ctx));
  await addForeignErrors(ctx, input, errors);
  const [first] = records;
  if (first === undefined || hasFieldErrors(errors)) return invalid(errors);
  const full = await requireRoom(ctx.env, records.length, ctx.nowMs);
  if (full !== null) return full;
  const passwordHash = await hashOf(ctx, input);
  try {
    const inserts = records.map((record) => ({ record, passwordHash }));
    await commitWrites(ctx, { inserts });
  } catch (error) {
    const refusal = await toRefusal(ctx, error, { before: null, after: first });
    if (refusal !== null) return refusal;
    throw error;
  }
  await judgeLater(
    ctx,
    judgement,
    records.map(({ id }) => id),
  );
  return done(
    records.flatMap((record) => {
      const host = hosts.get(record.host);
      return host === undefined ? [] : [{ ...toView(record, host), clicksLeft: record.maxClicks }];
    }),
  );
}

/** Hashes the password once for all records, because one hash costs as much as all other work together. */
async function hashOf(ctx: ServiceContext, { password }: RecordInput): Promise<string | null> {
  return typeof password === "string" ? hashPassword(password, Number(ctx.env.BCRYPT_COST)) : null;
}
