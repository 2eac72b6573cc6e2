import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import type { Item } from "../item.ts";
import { at, stringOf } from "../json.ts";
import type { Draft } from "../row.ts";
import { textOf } from "../value.ts";

export const dubCsv = csvFormat({
  key: "dub-csv",
  label: "Dub, CSV",
  header: ["shortlink", "destinationurl"],
  names: {
    link: "shortlink",
    target: "destinationurl",
    tags: "tags",
    createdAt: "Created at",
    clicks: "clicks",
  },
  toDraft: () => ({ forwardQuery: true }),
});

const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"];

function toSplit(link: Item): Draft["split"] | { reason: Refusal } {
  const variants = link.value("testVariants");
  if (!Array.isArray(variants) || variants.length === 0) return undefined;
  const [first, second, ...more] = variants as unknown[];
  const target = stringOf(at(second, "url"));
  const shares = [first, second].map((variant) => at(variant, "percentage"));
  if (more.length > 0 || target === undefined || stringOf(at(first, "url")) !== link.value("url")) {
    return { reason: refuse("file_condition", { words: refuse("file_what_test") }) };
  }
  return { target, routing: `weighted:${shares.join(",")}` };
}

export const dubJson = jsonFormat({
  key: "dub-json",
  label: "Dub (API), JSON",
  path: "",
  members: ["key", "domain", "url"],
  names: {
    target: "url",
    title: "title",
    description: "description",
    tags: "tags",
    createdAt: "createdAt",
    expires: "expiresAt",
    expiredUrl: "expiredUrl",
    clicks: "clicks",
    password: "password",
    ios: "ios",
    android: "android",
    countries: "geo",
  },
  toDraft: (link) => {
    const split = toSplit(link);
    if (split !== undefined && "reason" in split) return split;
    const key = link.text("key");
    const isDisabled = link.moment("disabledAt") !== undefined;
    return {
      sources: [{ kind: "alias", slug: key === "_root" ? "" : key, host: link.text("domain") }],
      split,
      forwardQuery: true,
      isPaused: isDisabled,
      type: link.is("rewrite") ? "frame" : undefined,
      warnings: [
        link.is("archived") && refuse("file_archived"),
        isDisabled && refuse("file_deleted"),
        UTM.some((name) => textOf(link.value(name)) !== undefined) && refuse("file_utm"),
      ],
    };
  },
});
