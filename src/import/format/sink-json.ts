import { refuse } from "../../domain/refusal/refusal.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import type { JsonFormat } from "../format.ts";
import {
  at,
  forEachItem,
  hasItems,
  isObject,
  momentOf,
  parseJson,
  stringOf,
  stringsOf,
  type JsonObject,
} from "../json.ts";
import { warnings } from "../reason.ts";
import type { Draft, ImportRule } from "../row.ts";
import { textOf } from "../value.ts";

function toRules(link: JsonObject): ImportRule[] {
  const rules: ImportRule[] = [];
  for (const [name, os] of [
    ["apple", "ios"],
    ["google", "android"],
  ] as const) {
    const destination = textOf(link[name]);
    if (destination !== undefined) rules.push({ if: { os: [os] }, destination });
  }
  for (const [country, destination] of Object.entries(isObject(link["geo"]) ? link["geo"] : {})) {
    if (typeof destination === "string") rules.push({ if: { country: [country] }, destination });
  }
  return rules;
}

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> {
  const slug = stringOf(link["slug"]) ?? "";
  const rules = toRules(link);
  const said: Refusal[] = [];
  if (textOf(link["image"]) !== undefined) said.push(warnings.notCarried(refuse("file_what_image")));
  if (link["unsafe"] === true) said.push(warnings.unsafe);
  if (rules.length > 0) said.push(warnings.unverified(refuse("file_what_sink")));
  const password = textOf(link["password"]);
  return {
    sources: slug === "" ? [] : [{ kind: "alias", slug }],
    target: stringOf(link["url"]),
    title: stringOf(link["title"]),
    description: textOf(link["comment"]) ?? textOf(link["description"]),
    tags: stringsOf(link["tags"]),
    createdAt: { name: "createdAt", value: momentOf(link["createdAt"]), unit: "s" },
    expires: { name: "expiration", value: momentOf(link["expiration"]), unit: "s" },
    rules,
    password:
      password === undefined
        ? undefined
        : password.startsWith("sink-pwd:")
          ? { kind: "absent" }
          : { kind: "plain", text: password },
    forwardQuery: typeof link["redirectWithQuery"] === "boolean" ? link["redirectWithQuery"] : undefined,
    type: link["cloaking"] === true ? "frame" : undefined,
    warnings: said,
  };
}

export const sinkJson: JsonFormat = {
  key: "sink-json",
  label: "Sink, JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(at(document, "links"), "slug", "url"),
  read: ({ text }, collector) => forEachItem(text, "links", at(parseJson(text), "links"), collector, toDraft),
};
