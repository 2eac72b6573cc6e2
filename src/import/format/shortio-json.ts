import { refuse } from "../../domain/refusal/refusal.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import type { JsonFormat } from "../format.ts";
import {
  at,
  forEachItem,
  hasItems,
  momentOf,
  parseJson,
  stringOf,
  stringsOf,
  type JsonObject,
} from "../json.ts";
import { reasons, warnings } from "../reason.ts";
import type { Draft, DraftPassword, ImportRule } from "../row.ts";
import { toShortioTarget } from "../shortio.ts";
import { parseCode, splitLink, textOf } from "../value.ts";

function toPassword(link: JsonObject): DraftPassword | undefined {
  const text = textOf(link["password"]);
  if (text !== undefined) return { kind: "plain", text };
  return link["hasPassword"] === true ? { kind: "absent" } : undefined;
}

function toRules(link: JsonObject): ImportRule[] {
  const rules: ImportRule[] = [];
  for (const [name, os] of [
    ["iphoneURL", "ios"],
    ["androidURL", "android"],
  ] as const) {
    const destination = textOf(link[name]);
    if (destination !== undefined) rules.push({ if: { os: [os] }, destination });
  }
  return rules;
}

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> | { reason: Refusal } {
  const place = splitLink(stringOf(link["secureShortURL"]) ?? stringOf(link["shortURL"]) ?? "");
  const codeText = String(momentOf(link["redirectType"]) ?? "");
  const code = codeText === "" ? {} : parseCode(codeText);
  if ("reason" in code) return code;
  const splitTarget = textOf(link["splitURL"]);
  const percent = Number(link["splitPercent"] ?? 0);
  if (!(percent >= 0 && percent <= 100)) return { reason: reasons.condition("splitPercent") };
  const rules = toRules(link);
  const said: Refusal[] = [];
  if (link["archived"] === true) said.push(warnings.archived);
  if (momentOf(link["FolderId"]) !== undefined) said.push(warnings.notCarried(refuse("file_what_folder")));
  if (rules.length > 0) said.push(warnings.unverified(refuse("file_what_ipads")));
  return {
    sources:
      place === null ? [] : [{ kind: "alias", host: place.host, slug: stringOf(link["path"]) ?? place.slug }],
    ...toShortioTarget(stringOf(link["originalURL"]), link["skipQS"] === true),
    split:
      splitTarget === undefined
        ? undefined
        : { target: splitTarget, routing: `weighted:${100 - percent},${percent}` },
    title: stringOf(link["title"]),
    tags: stringsOf(link["tags"]),
    createdAt: { name: "createdAt", value: momentOf(link["createdAt"]) },
    expires: { name: "expiresAt", value: momentOf(link["expiresAt"]) },
    expiredUrl: stringOf(link["expiredURL"]),
    rules,
    password: toPassword(link),
    warnings: said,
    ...(link["cloaking"] === true ? { type: "frame" as const } : code),
  };
}

export const shortioJson: JsonFormat = {
  key: "shortio-json",
  label: "Short.io (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(at(document, "links"), "originalURL"),
  read: ({ text }, collector) => forEachItem(text, "links", at(parseJson(text), "links"), collector, toDraft),
};
