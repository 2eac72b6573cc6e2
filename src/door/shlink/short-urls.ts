import * as v from "valibot";
import { MAX_BODY_BYTES, readJsonObject } from "../../admin/body.ts";
import { unwrap } from "../../admin/request-context.ts";
import { createLinkOf, readNewLink, updateLinkOf } from "../../admin/route/records.ts";
import { toNewRecordInput } from "../../admin/schema/record-input.ts";
import { toLinkShape } from "../../admin/serialize/record.ts";
import { addFieldError, hasFieldErrors } from "../../domain/field-error.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { toSoughtHostname } from "../../domain/parse-hostname.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { getDefaultHost } from "../../services/host/get-host.ts";
import { opensLinks } from "../../services/host/held-names.ts";
import { pickFreeAlias } from "../../services/record/alias.ts";
import { findLink, findSameLink } from "../../services/record/find-link.ts";
import type { RecordView } from "../../services/record/records.ts";
import { deleteRecord } from "../../services/record/update-record.ts";
import { toSummary, type Call } from "./call.ts";
import { FIELDS, invalidData, problem } from "./problem.ts";

/** Short URLs: short links and QR codes, by the fields and verbs of `/link` (contract 35.11). */

/** The plugin that says what `crawlable: false` says. */
const NOINDEX = "noindex";

export function toShortUrl(view: RecordView, { c }: Call) {
  const { record } = view;
  const { url, alias } = toLinkShape(view, c.req.url);
  const [validSince, validUntil] = [toMoment(record.startsAtMs), toMoment(record.expiresAtMs)];
  const meta = { validSince, validUntil, maxVisits: record.maxClicks };
  return {
    shortUrl: url,
    shortCode: alias,
    longUrl: record.destinations[0] ?? "",
    dateCreated: toMoment(record.createdAtMs),
    visitsSummary: toSummary(record.totalClicks),
    tags: record.tags,
    meta,
    domain: record.host,
    title: record.title || null,
    crawlable: !record.plugins.includes(NOINDEX),
    forwardQuery: record.forwardQuery,
    hasRedirectRules: record.rules.length > 0,
  };
}

/** Returns a moment as Shlink writes it: without milliseconds. */
function toMoment(milliseconds: number | null): string | null {
  return milliseconds === null ? null : `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`;
}

/** Adds what Shlink lets out of a moment: the time of the day, the offset, and its colon. */
export function completeMoment<T>(text: T): T | string {
  if (typeof text !== "string") return text;
  const timed = text.replace(/^(\d{4}-\d\d-\d\d)$/, "$1T00:00:00");
  return timed.replace(/(T\d\d:\d\d:\d\d)$/, "$1Z").replace(/(T.*[+-]\d\d)(\d\d)$/, "$1:$2");
}

/** Returns the hostname of a parameter. None and `DEFAULT` stand for the default one; null if there is none. */
export async function toHost({ ctx }: Call, domain: string): Promise<Hostname | null> {
  return domain === "" || domain === "DEFAULT" ? getDefaultHost(ctx) : toSoughtHostname(domain);
}

/** Returns the short URL of the path. @throws HttpError 404 */
export async function findShortUrl(call: Call): Promise<RecordView> {
  const { ctx, name: shortCode, query } = call;
  const domain = await toHost(call, query.get("domain") ?? "");
  const found = domain === null ? null : unwrap(await findLink(ctx, domain, shortCode));
  if (found !== null) return found;
  throw problem(404, "short-url-not-found", "Short URL not found", { shortCode, domain });
}

export async function deleteShortUrl(call: Call): Promise<null> {
  const { record } = await findShortUrl(call);
  return unwrap(await deleteRecord(call.ctx, record.id, { family: "link" }));
}

/** Returns a body of `/link`. Null clears a moment, the limit and the title, and says nothing elsewhere. */
function toBody(written: Record<string, unknown>, names: Record<string, string>): Record<string, unknown> {
  const entries = Object.entries(names).flatMap(([name, ours]) => {
    const value = name.startsWith("valid") ? completeMoment(written[name]) : written[name];
    const isLeftOut = value === undefined || (value === null && !/^(?:valid|maxVisits|title)/.test(name));
    return isLeftOut ? [] : [[ours, value]];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

const Length = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(30)));

export async function createShortUrl(call: Call) {
  const { c, ctx } = call;
  const written = await readJsonObject(c, MAX_BODY_BYTES);
  const { crawlable, customSlug: slug, findIfExists, pathPrefix, shortCodeLength: length = null } = written;
  // As in Shlink, whose slugs have one segment by default.
  const customSlug = typeof slug === "string" ? slug.trim().replaceAll(/[ /]/g, "-") : slug;
  const named = written["domain"] ?? "";
  const domain = typeof named === "string" ? ((await toHost(call, named)) ?? named) : named;
  // Shlink's default, which its clients count on.
  const body = { forward_query: true, ...toBody({ ...written, domain, customSlug }, FIELDS) };
  const { fields, errors } = readNewLink({ ...body, ...(crawlable === false && { plugins: [NOINDEX] }) });
  if (!Object.hasOwn(body, "destination")) addFieldError(errors, "destination", refuse("required"));
  if (pathPrefix) addFieldError(errors, "pathPrefix", refuse("not_taken"));
  if (!v.is(Length, length)) {
    addFieldError(errors, "shortCodeLength", refuse("not_whole_number_between", { least: 4, most: 30 }));
  }
  const { host } = fields;
  if (host && !(await opensLinks(ctx, host))) addFieldError(errors, "host", refuse("not_held_here"));
  if (host === undefined || hasFieldErrors(errors)) throw invalidData(errors);
  if (findIfExists === true) {
    const place = { host, ...(fields.alias && { alias: fields.alias }) };
    const same = unwrap(await findSameLink(ctx, place, toNewRecordInput(fields)));
    if (same !== null) return toShortUrl(same, call);
  }
  const alias = fields.alias ?? (length === null ? null : await pickFreeAlias(ctx, host, Number(length)));
  const created = await createLinkOf(ctx, { fields: { ...fields, alias }, errors });
  const { alias: reasons } = !created.ok && created.error.code === "invalid" ? created.error.fields : {};
  if (reasons?.[0]?.code === "in_use") {
    throw problem(400, "non-unique-slug", "Slug is already in use", { customSlug, domain: host });
  }
  return toShortUrl(unwrap(created)[0] as RecordView, call);
}

const { customSlug: _, domain: __, ...EDITED } = FIELDS;

export async function editShortUrl(call: Call) {
  const { record } = await findShortUrl(call);
  const written = await readJsonObject(call.c, MAX_BODY_BYTES);
  const isHidden = record.plugins.includes(NOINDEX);
  const isChanged = written["crawlable"] === isHidden;
  const plugins = isHidden ? record.plugins.filter((key) => key !== NOINDEX) : [...record.plugins, NOINDEX];
  const body = { ...toBody(written, EDITED), ...(isChanged && { plugins }) };
  // The list of plugins was made of this version.
  const versions = isChanged ? [record.version] : undefined;
  return toShortUrl(unwrap(await updateLinkOf(call.ctx, record.id, body, versions)), call);
}
