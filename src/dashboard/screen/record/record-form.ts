import { type Handler, type Utm, UTM_MEMBERS } from "../../../domain/client/words.ts";
import type { LinkRecord } from "../../api/types.ts";
import type { FormPart } from "../../component/form.tsx";
import type { RecordKind } from "../records/filter.ts";
import { toLocalTime, toTimestamp } from "./local-time.ts";
import { type RuleForm, toRuleForm, toWrittenRule } from "./rule-form.ts";
import { joinEnd, joinRouting, NO_DESTINATION, type RoutingKind, splitRouting } from "./routing-form.ts";

const NO_UTM: Utm = { source: "", medium: "", campaign: "", term: "", content: "" };

/** The fields of a record as values of a form, each text as typed. */
export type RecordForm = ReturnType<typeof newForm>;
export type RecordPart = FormPart<RecordForm>;

const HANDLERS: Record<RecordKind, Handler> = { link: "short-url", qr: "qr", redirect: "redirect" };

export function newForm(kind: RecordKind, host: string, tags: string[] = []) {
  const isLink = kind !== "redirect";
  return {
    handler: HANDLERS[kind],
    host,
    alias: "",
    /** The sources of a redirect. */
    url: host === "" || isLink ? "" : `${host}/`,
    destinations: [NO_DESTINATION],
    routing: "primary" as RoutingKind,
    /** When the distribution ends, as `starts`. */
    routing_ends: "",
    click_id_param: "",
    type: isLink ? "302" : "301",
    file: "",
    forward_path: false,
    forward_query: !isLink,
    utm: NO_UTM,
    rules: [] as RuleForm[],
    title: "",
    description: "",
    tags,
    /** A day and a time, in the viewer's zone; empty for none. */
    starts: "",
    expires: "",
    expired_url: "",
    max_clicks: "",
    /** Null keeps the password, the empty text removes it. */
    password: null as string | null,
    preview: { title: "", description: "", image: "", file: "" },
    plugins: [] as string[],
    is_notify: false,
    is_switch_unbroken_destination: false,
  };
}

export function toForm(record: LinkRecord): RecordForm {
  const { preview } = record;
  return {
    handler: record.handler,
    host: record.host,
    alias: record.alias,
    url: record.url.replace(/^https?:\/\//, ""),
    ...splitRouting(record.destinations, record.destination_routing, record.routing_ends?.destination),
    routing_ends: toLocalTime(record.routing_ends?.at ?? null),
    click_id_param: record.click_id_param ?? "",
    type: record.type,
    file: record.file ?? "",
    forward_path: record.forward_path,
    forward_query: record.forward_query,
    utm: record.utm,
    rules: record.rules.map(toRuleForm),
    title: record.title,
    description: record.description,
    tags: record.tags,
    starts: toLocalTime(record.starts),
    expires: toLocalTime(record.expired_at),
    expired_url: record.expired_url ?? "",
    max_clicks: record.max_clicks === null ? "" : String(record.max_clicks),
    password: null,
    preview: {
      title: preview?.title ?? "",
      description: preview?.description ?? "",
      image: preview?.image ?? "",
      file: preview?.file ?? "",
    },
    plugins: record.plugins,
    is_notify: record.is_notify,
    is_switch_unbroken_destination: record.is_switch_unbroken_destination,
  };
}

export function toWrite(form: RecordForm): Record<string, unknown> {
  const isPage = form.type === "html";
  const isGone = form.type === "gone";
  const leads = !isPage && !isGone;
  const { preview } = form;
  const shown = Object.entries(preview).filter(([, text]) => text !== "");
  return {
    ...(isLink(form) ? { host: form.host, alias: form.alias } : { url: form.url.trim() }),
    ...(isPage ? { file: form.file } : { type: form.type }),
    ...(leads && joinRouting(form.destinations, form.routing)),
    ...(leads && { routing_ends: joinEnd(form.destinations, toTimestamp(form.routing_ends)) }),
    click_id_param: form.click_id_param.trim() || null,
    ...(leads && { rules: form.rules.map(toWrittenRule) }),
    forward_path: form.forward_path,
    forward_query: form.forward_query,
    utm: Object.fromEntries(UTM_MEMBERS.map((member) => [member, form.utm[member]])),
    title: form.title,
    description: form.description,
    tags: form.tags,
    starts: toTimestamp(form.starts),
    expires: toTimestamp(form.expires),
    expired_url: form.expired_url,
    max_clicks: toWholeNumber(form.max_clicks),
    preview: shown.length > 0 ? Object.fromEntries(shown) : null,
    plugins: form.plugins,
    is_notify: form.is_notify,
    is_switch_unbroken_destination: form.is_switch_unbroken_destination,
    ...(form.password !== null && { password: form.password === "" ? null : form.password }),
  };
}

/** Returns a typed number, and null for none. Other text stays as it is, and the API refuses it at its field. */
function toWholeNumber(text: string): number | string | null {
  const typed = text.trim();
  if (typed === "") return null;
  return /^\d{1,15}$/.test(typed) ? Number(typed) : typed;
}

/** Returns the body of a creation. Empty values are left out, so that the defaults of the API apply. */
export function toCreation(form: RecordForm): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(toWrite(form)).filter(([, value]) => !isEmpty(value)));
}

export function isLink({ handler }: Pick<RecordForm, "handler">): boolean {
  return handler === "short-url" || handler === "qr";
}

/**
 * Returns the form of a new record with values of the address: `host` of the list's filter or the hostname `on`, for a
 * redirect its `source`, the destination `to`, and `forward=path` if the path below the source is passed on.
 * @param usualHost the hostname of a link, if the address has none
 */
export function filledForm(
  kind: RecordKind,
  values: Record<string, string>,
  usualHost = "",
  tags?: string[],
): RecordForm {
  const { host = kind === "redirect" ? "" : usualHost, on = host, source = "", to = "", forward } = values;
  const form = newForm(kind, on, tags);
  return {
    ...form,
    ...(source !== "" && kind === "redirect" && { url: source }),
    ...(to !== "" && { destinations: [{ url: to, weight: "1" }] }),
    ...(forward === "path" && { forward_path: true }),
  };
}
