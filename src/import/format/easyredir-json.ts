import { toEasyredirDraft } from "../easyredir.ts";
import type { JsonFormat } from "../format.ts";
import { at, cellOf, forEachItem, hasItems, parseJson, stringOf, stringsOf } from "../json.ts";

export const easyredirJson: JsonFormat = {
  key: "easyredir-json",
  label: "EasyRedir (API), JSON",
  isOrdered: false,
  hasShape: (document) => {
    const data = at(document, "data");
    return (
      Array.isArray(data) &&
      hasItems(
        data.slice(0, 20).map((item) => at(item, "attributes")),
        "source_urls",
      )
    );
  },
  read: ({ text }, collector) =>
    forEachItem(text, "data", at(parseJson(text), "data"), collector, (item) => {
      const rule = item["attributes"];
      return toEasyredirDraft({
        sources: stringsOf(at(rule, "source_urls")),
        target: stringOf(at(rule, "target_url")) ?? "",
        type: stringOf(at(rule, "response_type")) ?? "",
        forwardPath: cellOf(at(rule, "forward_path")),
        forwardParams: cellOf(at(rule, "forward_params")),
      });
    }),
};
