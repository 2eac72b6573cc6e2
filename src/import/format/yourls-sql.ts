import type { Format } from "../format.ts";
import { reasons } from "../reason.ts";
import { readInserts } from "../sql.ts";
import { parseCount } from "../value.ts";

/** The columns of the table in their order, which statements may leave out. */
const COLUMNS = ["keyword", "url", "title", "timestamp", "ip", "clicks"];

export const yourlsSql: Format = {
  key: "yourls-sql",
  label: "YOURLS, MySQL dump",
  isOrdered: false,
  read: ({ text }, collector) => {
    // The prefix of the table differs.
    const isTable = (name: string, columns: string[] | null) =>
      /(?:^|_)url$/i.test(name) && (columns === null || columns.includes("keyword"));
    const rows = readInserts(text, isTable, (line) => collector.refuse(line, "", reasons.openBlock));
    for (const { line, text: said, values } of rows) {
      const get = (name: string) =>
        values.get(name) ?? values.get(String(COLUMNS.indexOf(name))) ?? undefined;
      const slug = get("keyword") ?? "";
      collector.add({
        line,
        text: said,
        sources: slug === "" ? [] : [{ kind: "alias", slug }],
        target: get("url"),
        title: get("title"),
        createdAt: { name: "timestamp", value: get("timestamp") },
        clicks: parseCount(get("clicks")),
      });
    }
  },
};
