import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import { toLinkSources } from "../item.ts";
import { stringsOf } from "../json.ts";
import { splitLink } from "../value.ts";

const staysBehind = (link: string) =>
  refuse("file_stays_behind", { host: splitLink(link)?.host ?? "bit.ly" });

export const bitlyCsv = csvFormat({
  key: "bitly-csv",
  label: "Bitly, CSV",
  header: (columns) =>
    (columns.has("link") && columns.has("customlink") && columns.has("destinationurl")) ||
    (columns.has("bitlink") && columns.has("longurl")),
  names: {
    target: ["destinationurl", "longurl"],
    title: "title",
    tags: "tags",
    createdAt: ["Date created", "created"],
    clicks: ["engagements", "clicks"],
  },
  toDraft: (row) => {
    const link = row.text(["link", "bitlink"]);
    const custom = row.text("customlink");
    const status = row.text("status").toLowerCase();
    const isDeleted = status === "deleted" || status === "disabled";
    return {
      sources: toLinkSources(custom || link),
      isPaused: isDeleted,
      warnings: [
        custom !== "" && staysBehind(link),
        isDeleted && refuse("file_deleted"),
        (row.is("archived") || status === "archived") && refuse("file_archived"),
      ],
    };
  },
});

export const bitlyJson = jsonFormat({
  key: "bitly-json",
  label: "Bitly (API), JSON",
  path: "links",
  members: ["long_url", "link"],
  names: {
    target: "long_url",
    title: "title",
    tags: "tags",
    createdAt: "created_at",
    expires: "expiration_at",
  },
  toDraft: (item) => {
    const link = item.text("link");
    const custom = stringsOf(item.value("custom_bitlinks"));
    const deeplinks = item.value("deeplinks");
    return {
      sources: toLinkSources(...(custom.length === 0 ? [link] : custom)),
      isPaused: item.is("is_deleted"),
      warnings: [
        custom.length > 0 && staysBehind(link),
        item.is("archived") && refuse("file_archived"),
        item.is("is_deleted") && refuse("file_deleted"),
        Array.isArray(deeplinks) &&
          deeplinks.length > 0 &&
          refuse("file_not_carried", { words: refuse("file_what_deeplinks") }),
      ],
    };
  },
});
