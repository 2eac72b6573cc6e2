import { refuse } from "../../domain/refusal/refusal.ts";
import type { Format, JsonFormat } from "../format.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import { Item, toAliasSources } from "../item.ts";
import { at, isObject } from "../json.ts";
import { readInserts } from "../sql.ts";

export const yourlsCsv = csvFormat({
  key: "yourls-csv",
  label: "YOURLS (Import Export plugin), CSV",
  header: (_, names) => names.join() === "source,target,hits",
  names: { target: "target" },
  toDraft: (row) => ({
    sources: toAliasSources(row.text("source").replace(/^\/+|\/+$/g, "")),
    clicks: row.text("hits") === "" ? 0 : row.count("hits"),
  }),
});

const NAMES = { target: "url", title: "title", createdAt: "timestamp", clicks: "clicks" };

export const yourlsJson: JsonFormat = {
  ...jsonFormat({
    key: "yourls-json",
    label: "YOURLS (API), JSON",
    path: "links",
    members: ["shorturl"],
    names: { ...NAMES, link: "shorturl" },
  }),
  // The links are members of an object.
  hasShape: (document) => {
    const links = at(document, "links");
    return isObject(links) && Object.values(links).some((link) => isObject(link) && "shorturl" in link);
  },
};

/** The columns of the table in their order, which statements may leave out. */
const COLUMNS = ["keyword", "url", "title", "timestamp", "ip", "clicks"];

export const yourlsSql: Format = {
  key: "yourls-sql",
  label: "YOURLS, MySQL dump",
  read: ({ text }, collector) => {
    // The prefix of the table differs.
    const isTable = (name: string, columns: string[] | null) =>
      /(?:^|_)url$/i.test(name) && (columns === null || columns.includes("keyword"));
    const rows = readInserts(text, isTable, (line) => collector.refuse(line, "", refuse("file_open_block")));
    for (const { line, text: said, values } of rows) {
      const row = new Item((name) => values.get(name) ?? values.get(String(COLUMNS.indexOf(name))));
      collector.take(line, said, row.fields({ ...NAMES, slug: "keyword" }));
    }
  },
};
