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
  tagsOf,
  type JsonObject,
} from "../json.ts";
import { reasons, warnings } from "../reason.ts";
import type { Draft, ImportRule } from "../row.ts";
import { parseCount, textOf } from "../value.ts";

const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"];

/** Dub evaluates the operating system of the phone first, then the country. */
function toRules(link: JsonObject): ImportRule[] {
  const rules: ImportRule[] = [];
  for (const os of ["ios", "android"]) {
    const destination = textOf(link[os]);
    if (destination !== undefined) rules.push({ if: { os: [os] }, destination });
  }
  for (const [country, destination] of Object.entries(isObject(link["geo"]) ? link["geo"] : {})) {
    if (typeof destination === "string") rules.push({ if: { country: [country] }, destination });
  }
  return rules;
}

function toSplit(link: JsonObject): Draft["split"] | { reason: Refusal } {
  const variants = link["testVariants"];
  if (!Array.isArray(variants) || variants.length === 0) return undefined;
  const [first, second, ...more] = variants as unknown[];
  const target = stringOf(at(second, "url"));
  const shares = [first, second].map((variant) => at(variant, "percentage"));
  if (more.length > 0 || target === undefined || stringOf(at(first, "url")) !== link["url"]) {
    return { reason: reasons.condition(refuse("file_what_test")) };
  }
  return { target, routing: `weighted:${shares.join(",")}` };
}

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> | { reason: Refusal } {
  const split = toSplit(link);
  if (split !== undefined && "reason" in split) return split;
  const key = stringOf(link["key"]) ?? "";
  const password = textOf(link["password"]);
  const isDisabled = momentOf(link["disabledAt"]) !== undefined;
  const said: Refusal[] = [];
  if (link["archived"] === true) said.push(warnings.archived);
  if (isDisabled) said.push(warnings.deleted);
  if (UTM.some((name) => textOf(link[name]) !== undefined)) said.push(warnings.utm);
  return {
    sources: [{ kind: "alias", slug: key === "_root" ? "" : key, host: stringOf(link["domain"]) }],
    target: stringOf(link["url"]),
    split,
    title: stringOf(link["title"]),
    description: stringOf(link["description"]),
    tags: tagsOf(link["tags"]),
    createdAt: { name: "createdAt", value: momentOf(link["createdAt"]) },
    expires: { name: "expiresAt", value: momentOf(link["expiresAt"]) },
    expiredUrl: stringOf(link["expiredUrl"]),
    clicks: parseCount(link["clicks"]),
    rules: toRules(link),
    forwardQuery: true,
    password: password === undefined ? undefined : { kind: "plain", text: password },
    isPaused: isDisabled,
    type: link["rewrite"] === true ? "frame" : undefined,
    warnings: said,
  };
}

export const dubJson: JsonFormat = {
  key: "dub-json",
  label: "Dub (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(document, "key", "domain", "url"),
  read: ({ text }, collector) => forEachItem(text, "", parseJson(text), collector, toDraft),
};
