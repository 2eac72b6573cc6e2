import { changeDestination, type DestinationChange } from "../../../domain/client/address.ts";
import { HANDLERS, type NamedQrStyle } from "../../../domain/client/words.ts";
import type { Query } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
import { toTimestamp } from "../record/local-time.ts";

/** What the fields of records that can be set at once hold. A field of "none" can only be cleared. */
export const SETTABLE = {
  destination: "url",
  status: "state",
  type: "type",
  title: "text",
  description: "text",
  "utm.source": "text",
  "utm.medium": "text",
  "utm.campaign": "text",
  "utm.term": "text",
  "utm.content": "text",
  starts: "moment",
  expires: "moment",
  expired_url: "url",
  max_clicks: "number",
  password: "secret",
  rules: "none",
  preview: "none",
  routing_ends: "none",
  click_id_param: "text",
  forward_path: "flag",
  forward_query: "flag",
  is_notify: "flag",
  is_switch_unbroken_destination: "flag",
} as const;
export type SettableName = keyof typeof SETTABLE;
export const SETTABLE_NAMES = Object.keys(SETTABLE) as SettableName[];

/** A field to set, as typed. The empty text clears it, if it is one that can be empty. */
export interface SetField {
  name: SettableName | "";
  value: string;
}
export const NO_FIELD: SetField = { name: "", value: "" };

/** The unchanged form that changes many records. An empty choice leaves a field of the records as it is. */
export const EMPTY_BULK = {
  fields: [NO_FIELD],
  /** The look that QR codes get. */
  qr: null as NamedQrStyle | null,
  find: "",
  replace: "",
  /** One parameter per line, `name=value`. */
  paramsSet: "",
  paramsRemove: [] as string[],
  tagsAdd: [] as string[],
  tagsRemove: [] as string[],
  /** Says whether records that a file manages are also changed. */
  isForced: false,
};
export type BulkForm = typeof EMPTY_BULK;

/** The records of a change: selected one by one, or all that match the filter. */
export type Scope = { ids: string[] } | { filter: Record<string, string> };

/** Converts the filter of a list to the format of request bodies. A filter without conditions names all handlers. */
export function toScopeFilter(query: Query): Record<string, string> {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const key = /^filter\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined || value === undefined || value === "" ? [] : [[key, String(value)] as const];
  });
  return pairs.length === 0 ? { handler: HANDLERS.join(",") } : Object.fromEntries(pairs);
}

export function toEdit(form: BulkForm): Record<string, unknown> | null {
  const set = { ...toSet(form.fields), ...(form.qr !== null && { qr: form.qr.style }) };
  const destinations = toDestinationChange(form);
  const edit = {
    ...(Object.keys(set).length > 0 && { set }),
    ...(destinations?.find !== undefined && {
      destination_find: destinations.find,
      destination_replace: destinations.replace,
    }),
    ...(destinations?.params !== undefined && { destination_params: destinations.params }),
    ...(form.tagsAdd.length > 0 && { tags_add: form.tagsAdd }),
    ...(form.tagsRemove.length > 0 && { tags_remove: form.tagsRemove }),
  };
  return Object.keys(edit).length === 0 ? null : edit;
}

function toSet(fields: readonly SetField[]): Record<string, unknown> {
  const set: Record<string, unknown> = {};
  const utm: Record<string, string> = {};
  for (const { name, value } of fields) {
    const written = name === "" ? undefined : toValue(SETTABLE[name], value.trim());
    if (written === undefined) continue;
    if (name.startsWith("utm.")) utm[name.slice(4)] = value.trim();
    else set[name] = name === "rules" ? [] : written;
  }
  return { ...set, ...(Object.keys(utm).length > 0 && { utm }) };
}

/** Returns what a body has; null clears the field, and undefined leaves it as it is. */
function toValue(kind: (typeof SETTABLE)[SettableName], typed: string): unknown {
  if (typed === "") return ["state", "type", "flag"].includes(kind) ? undefined : null;
  if (kind === "flag") return typed === "true";
  if (kind === "moment") return toTimestamp(typed);
  // The API refuses what is no number, at its field.
  if (kind === "number") return /^\d{1,15}$/.test(typed) ? Number(typed) : typed;
  return typed;
}

function toDestinationChange({ find, replace, paramsSet, paramsRemove }: BulkForm): DestinationChange | null {
  const set = parseParameters(paramsSet);
  const hasParams = Object.keys(set).length > 0 || paramsRemove.length > 0;
  if (find === "" && !hasParams) return null;
  return {
    ...(find !== "" && { find, replace }),
    ...(hasParams && { params: { set, remove: paramsRemove } }),
  };
}

/** Parses `name=value`, one parameter per line. A line without `=` sets an empty value. */
export function parseParameters(text: string): Record<string, string> {
  const pairs = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const at = line.indexOf("=");
      return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Returns the first destination that a form changes among records, before and after; null for none. */
export function firstChanged(
  form: BulkForm,
  records: readonly Pick<LinkRecord, "destinations">[],
): { from: string; to: string } | null {
  const change = toDestinationChange(form);
  if (change === null) return null;
  for (const { destinations } of records) {
    for (const from of destinations) {
      const to = changeDestination(from, change);
      if (to !== from) return { from, to };
    }
  }
  return null;
}
