import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import { toAliasSources, toLinkSources } from "../item.ts";
import { splitTags } from "../value.ts";

export const shlinkCsv = csvFormat({
  key: "shlink-csv",
  label: "Shlink, CSV",
  header: (columns) => columns.has("longurl") && (columns.has("shortcode") || columns.has("shorturl")),
  names: { target: "longurl", title: "title" },
  toDraft: (row) => {
    const slug = row.text("shortcode");
    const tags = row.text("tags");
    return {
      sources: slug === "" ? toLinkSources(row.text("shorturl")) : toAliasSources(slug, row.text("domain")),
      tags: splitTags(tags, tags.includes(",") ? "," : "|"),
      forwardQuery: true,
    };
  },
});

export const shlinkJson = jsonFormat({
  key: "shlink-json",
  label: "Shlink (API), JSON",
  path: "shortUrls/data",
  members: ["shortCode"],
  names: {
    target: "longUrl",
    title: "title",
    tags: "tags",
    createdAt: "dateCreated",
  },
  toDraft: (link) => {
    const clicks = link.count("visitsSummary/total") ?? link.count("visitsCount");
    const most = link.count("meta/maxVisits");
    // Visits before the import count there; the counter here begins at zero.
    const left = most === undefined ? undefined : most - (clicks ?? 0);
    const isUsedUp = left !== undefined && left <= 0;
    // The domain is null for the default domain, which the URL names.
    const [, named] = /^https?:\/\/([^/?#:@]+)(?::\d+)?\//i.exec(link.text("shortUrl")) ?? [];
    return {
      sources: toAliasSources(link.text("shortCode"), link.text("domain") || named),
      starts: { name: "validSince", value: link.moment("meta/validSince")?.value },
      expires: { name: "validUntil", value: link.moment("meta/validUntil")?.value },
      maxClicks: left,
      isPaused: isUsedUp,
      clicks,
      forwardQuery: link.value("forwardQuery") !== false,
      warnings: [
        left !== undefined &&
          (isUsedUp ? refuse("file_limit_used") : refuse("file_limit_left", { count: left })),
        link.is("hasRedirectRules") && refuse("file_not_carried", { words: refuse("file_what_rules") }),
      ],
    };
  },
});
