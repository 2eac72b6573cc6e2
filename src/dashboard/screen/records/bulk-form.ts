import { changeDestination, type DestinationChange } from "../../../domain/client/address.ts";
import { HANDLERS } from "../../../domain/client/words.ts";
import type { Query } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
import { toTimestamp } from "../record/local-time.ts";

type YesOrNo = "" | "true" | "false";

/** The unchanged form that changes many records. An empty choice leaves a field of the records as it is. */
export const EMPTY_BULK = {
  find: "",
  replace: "",
  /** One parameter per line, `name=value`. */
  paramsSet: "",
  paramsRemove: [] as string[],
  type: "",
  tagsAdd: [] as string[],
  tagsRemove: [] as string[],
  status: "" as "" | "active" | "paused",
  expiry: "" as "" | "at" | "never",
  /** The value of a `datetime-local` field. */
  expiresAt: "",
  expiredUrl: "",
  forwardPath: "" as YesOrNo,
  forwardQuery: "" as YesOrNo,
  notify: "" as YesOrNo,
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
  const set: Record<string, unknown> = {};
  if (form.type !== "") set["type"] = form.type;
  if (form.status !== "") set["status"] = form.status;
  if (form.expiry === "never") set["expires"] = null;
  if (form.expiry === "at" && form.expiresAt !== "") set["expires"] = toTimestamp(form.expiresAt);
  if (form.expiry === "at" && form.expiredUrl.trim() !== "") set["expired_url"] = form.expiredUrl.trim();
  if (form.forwardPath !== "") set["forward_path"] = form.forwardPath === "true";
  if (form.forwardQuery !== "") set["forward_query"] = form.forwardQuery === "true";
  if (form.notify !== "") set["is_notify"] = form.notify === "true";
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
