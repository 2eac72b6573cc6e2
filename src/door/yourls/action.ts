import * as v from "valibot";
import { toDraft } from "../../admin/body.ts";
import { unwrap } from "../../admin/request-context.ts";
import { destinationField } from "../../admin/schema/field.ts";
import { pickDefined, toRecordInput } from "../../admin/schema/record-input.ts";
import { aliasField, settingFields } from "../../admin/schema/record.ts";
import { UTM_MEMBERS } from "../../domain/utm.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { parseSourceUrl } from "../../domain/parse-source.ts";
import { toPublicUrl } from "../../domain/public-url.ts";
import { NEWEST_FIRST, type RecordFilter, type Sort } from "../../domain/record-filter.ts";
import { aliasOf } from "../../domain/record-place.ts";
import { say } from "../../domain/refusal/say.ts";
import { formatSource, slotOf, toUrlSuffix } from "../../domain/source.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { ServiceContext } from "../../services/context.ts";
import { countClicks } from "../../services/record/counts.ts";
import { createLink } from "../../services/record/create-record.ts";
import { listRecords } from "../../services/record/list-records.ts";
import type { RecordView } from "../../services/record/records.ts";
import { requireRole } from "../../services/require-role.ts";
import type { YourlsAnswer } from "./answer.ts";

/** The actions of YOURLS's API (contract 35.6 and 35.7), with the members that it has in version 1.10. */

export interface YourlsCall {
  ctx: ServiceContext;
  /** The first hostname of the key, where links are made. */
  host: Hostname;
  parameters: ReadonlyMap<string, string>;
  requestUrl: string;
}

const VERSION = "1.10.4";
const SUCCESS = { message: "success", statusCode: "200" };
const NO_SIMPLE_FORM = { simple: "Need either XML or JSON format for stats" };
const NOT_FOUND = "Error: short URL not found";

export const ACTIONS = new Map<
  string | undefined,
  (call: YourlsCall) => Promise<YourlsAnswer> | YourlsAnswer
>([
  ["shorturl", shorten],
  ["expand", expand],
  ["url-stats", getLinkStats],
  ["stats", listLinks],
  ["db-stats", async (call) => ({ "db-stats": await countAll(call), ...SUCCESS, ...NO_SIMPLE_FORM })],
  [
    "version",
    ({ parameters }) => ({
      version: VERSION,
      ...(parameters.get("db") === "1" && { db_version: "507" }),
      simple: VERSION,
    }),
  ],
]);

const LinkBody = v.object({
  destination: destinationField,
  alias: v.optional(aliasField),
  title: settingFields.title,
});

/** Creates a link by the checks of `POST /link`, unless the hostname has a link to the same URL (contract 35.6). */
async function shorten(call: YourlsCall): Promise<YourlsAnswer> {
  const { ctx, host, parameters } = call;
  const refused = requireRole(ctx, "editor");
  if (refused !== null) unwrap(refused);
  const written = {
    destination: parameters.get("url") ?? "",
    // As in YOURLS, empty texts count as absent.
    alias: parameters.get("keyword") || undefined,
    title: parameters.get("title")?.replace(/\s+/g, " ").trim(),
  };
  const { fields, errors } = toDraft(pickDefined(written), LinkBody);
  const { destination: url, alias } = fields;
  if (url !== undefined) {
    const withoutQuery = url.replace(/[?#].*$/s, "");
    if ((await findLink(call, withoutQuery)) !== undefined) return fail("noloop", "URL is a short URL");
    const known = await findLinkTo(ctx, host, url);
    // Plugins take the short URL only from the status 200, which this failure had until YOURLS 1.9.
    if (known !== undefined) return showLink(call, known, "fail", "error:url", "already exists in database");
  }
  const draft = { fields: { host, ...pickDefined({ alias }), input: toRecordInput(fields) }, errors };
  const created = await createLink(ctx, "short-url", draft);
  return showLink(call, unwrap(created)[0] as RecordView, "success", "", "added to database");
}

function showLink(
  call: YourlsCall,
  view: RecordView,
  status: string,
  code: string,
  what: string,
): YourlsAnswer {
  const { shorturl, timestamp, ...link } = toLink(call, view);
  const { url, title } = link;
  return {
    status,
    code,
    message: `${url} ${what}`,
    errorCode: "",
    statusCode: "200",
    url: { keyword: aliasOf(view.record.source), ...link, date: timestamp },
    title,
    shorturl,
    simple: shorturl,
  };
}

export function fail(code: string, message: string, status = "400"): YourlsAnswer {
  return { status: "fail", code: `error:${code}`, message, errorCode: status, statusCode: status };
}

/** The names that fields have here, and their codes. */
const NAMES: Record<string, string> = { destination: "url", alias: "keyword" };
const CODES: Record<string, string> = { ...NAMES, destination: "nourl" };

/** Returns the answer for refused fields: with the code of the first, and all reasons. */
export function refuseFields(errors: FieldErrors): YourlsAnswer {
  const [[field, [first]] = ["", []]] = Object.entries(errors);
  const said = Object.entries(errors).flatMap(([name, reasons]) =>
    reasons.map((reason) => `${NAMES[name] ?? name}: ${say(reason)}`),
  );
  return fail(first?.code === "leads_back" ? "noloop" : (CODES[field] ?? field), said.join("; "));
}

async function expand(call: YourlsCall): Promise<YourlsAnswer> {
  const text = call.parameters.get("shorturl") ?? "";
  const view = await findLink(call, text);
  if (view === undefined) return { keyword: text, message: NOT_FOUND, errorCode: "404", simple: "not found" };
  const { shorturl, url: longurl, title } = toLink(call, view);
  return { keyword: aliasOf(view.record.source), shorturl, longurl, title, ...SUCCESS, simple: longurl };
}

async function getLinkStats(call: YourlsCall): Promise<YourlsAnswer> {
  const view = await findLink(call, call.parameters.get("shorturl") ?? "");
  return view === undefined
    ? { statusCode: "404", message: NOT_FOUND, ...NO_SIMPLE_FORM }
    : { ...SUCCESS, link: toLink(call, view), ...NO_SIMPLE_FORM };
}

/** Lists links; at random among the newest. Without a limit it lists none, as in YOURLS. */
async function listLinks(call: YourlsCall): Promise<YourlsAnswer> {
  const { ctx, parameters } = call;
  const filter = parameters.get("filter") ?? "";
  const [start = 0, limit = 0] = ["start", "limit"].map((name) => toCount(parameters.get(name)));
  if (start + limit > MAX_FOUND) return fail("limit", `start + limit: at most ${MAX_FOUND}`);
  const stats = await countAll(call);
  if (limit === 0) return { stats, ...SUCCESS, ...NO_SIMPLE_FORM };
  const isRandom = filter.startsWith("rand");
  const sort: Sort = {
    field: isRandom || filter === "last" ? "id" : "total_clicks",
    isDescending: filter !== "bottom",
  };
  const found = await readLinks(ctx, {}, isRandom ? MAX_FOUND : start + limit, sort);
  const keyed = found.map((view): [number, RecordView] => [isRandom ? ctx.random() : 0, view]);
  const shown = keyed.toSorted(([one], [other]) => one - other).slice(start, start + limit);
  const links = Object.fromEntries(shown.map(([, view], at) => [`link_${at + 1}`, toLink(call, view)]));
  return { links, stats, ...SUCCESS, ...NO_SIMPLE_FORM };
}

/** Returns a number as PHP reads it: 0 for what is none, or below. */
function toCount(text = ""): number {
  return Math.max(Number.parseInt(text, 10) || 0, 0);
}

async function countAll({ ctx }: YourlsCall): Promise<{ total_links: number; total_clicks: number }> {
  const { total, clicks } = await countClicks(ctx, { runtime: "link" });
  return { total_links: total, total_clicks: clicks };
}

/** Finds the link of a short URL of any hostname of the key, or of a keyword on the first. */
async function findLink({ ctx, host }: YourlsCall, text: string): Promise<RecordView | undefined> {
  const parsed = parseSourceUrl(text.includes("/") ? text : `${host}/${text}`);
  if (!parsed.ok) return undefined;
  const source = { text: formatSource(parsed.value.source), slot: slotOf(parsed.value.source) };
  return (await readLinks(ctx, { host: parsed.value.host, source }, 1))[0];
}

/**
 * Returns a link of a hostname that leads every visitor to a URL now. Finds it among the links that one call may read,
 * the newest first, of those whose URLs begin with this one.
 */
async function findLinkTo(ctx: ServiceContext, host: Hostname, url: string): Promise<RecordView | undefined> {
  // A line of the searched text begins with each destination, so that few others are found.
  const filter = { host, search: `\n${url}`, hasRules: false, status: "active" as const };
  return (await readLinks(ctx, filter, MAX_FOUND)).find(
    ({ record }) =>
      record.destinations.join(" ") === url &&
      record.type !== "frame" &&
      UTM_MEMBERS.every((member) => record.utm[member] === "") &&
      !record.plugins.some((plugin) => plugin === "bot-block" || plugin === "preview") &&
      record.passwordVersion === null &&
      record.maxClicks === null &&
      (record.expiresAtMs ?? Infinity) > ctx.nowMs &&
      (record.startsAtMs ?? 0) <= ctx.nowMs,
  );
}

/** The most links that one call reads. */
const MAX_FOUND = 1_000;

/** Returns the first links of a list: up to a number, and those that one call may read (contract 13.17). */
async function readLinks(
  ctx: ServiceContext,
  filter: RecordFilter,
  perPage: number,
  sort: Sort = NEWEST_FIRST,
): Promise<RecordView[]> {
  const page = { filter: { ...filter, runtime: "link" as const }, sort, perPage, cursor: undefined };
  return unwrap(await listRecords(ctx, page)).items;
}

/** Returns what the actions tell of a link. `ip` is empty, because no address is kept. */
function toLink({ requestUrl }: YourlsCall, { record, isHttps }: RecordView) {
  const url = record.destinations[0] ?? "";
  return {
    shorturl: toPublicUrl(record.host, toUrlSuffix(record.source), isHttps, requestUrl),
    url,
    // YOURLS takes the URL where it finds no title.
    title: record.title || url,
    timestamp: formatTimestamp(record.createdAtMs).slice(0, 19).replace("T", " "),
    ip: "",
    clicks: record.totalClicks,
  };
}
