import sax from "sax";
import { refuse } from "../../domain/refusal/refusal.ts";
import type { Format, JsonFormat } from "../format.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import { Item, toAliasSources } from "../item.ts";
import { at, isObject } from "../json.ts";
import { readInserts } from "../sql.ts";
import type { Collector } from "../collector.ts";
import { reasons } from "../reason.ts";
import { UnreadableFile } from "../row.ts";
import { parseCode, parseCount, textOf } from "../value.ts";

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

interface XmlItem {
  line: number;
  source: string;
  title: string;
  target: string;
  code: string;
  isRegex: boolean;
  type: string;
  count: string | undefined;
  access: string | undefined;
  isDisabled: boolean;
}

const MOST_DEPTH = 100;

/** Reads the items of the document. Throws UnreadableFile. */
function readItems(text: string): XmlItem[] {
  const items: XmlItem[] = [];
  const parser = sax.parser(true, { position: true });
  let item: XmlItem | null = null;
  const open: string[] = [];
  const attribute = (node: sax.Tag | sax.QualifiedTag, name: string) => {
    const value = Object.hasOwn(node.attributes, name) ? node.attributes[name] : undefined;
    return typeof value === "string" ? value : value?.value;
  };
  Object.assign(parser, { onerror: fail });
  function fail(error: Error): never {
    throw new UnreadableFile(
      refuse("file_unreadable_xml", { text: error.message.split("\n").slice(0, 2).join(", ") }),
    );
  }
  let tagLine = 1;
  parser.onopentagstart = () => {
    tagLine = parser.line + 1;
  };
  parser.onopentag = (node) => {
    open.push(node.name);
    if (open.length > MOST_DEPTH) throw new UnreadableFile(refuse("file_nested_file"));
    if (node.name === "item") {
      const isDisabled = attribute(node, "status") === "disabled";
      item = {
        line: tagLine,
        source: "",
        title: "",
        target: "",
        code: "",
        isRegex: false,
        type: "url",
        count: undefined,
        access: undefined,
        isDisabled,
      };
    } else if (item !== null && node.name === "match") item.isRegex = attribute(node, "regex") === "1";
    else if (item !== null && node.name === "action") {
      item.code = attribute(node, "code") ?? "";
      item.type = attribute(node, "type") ?? "url";
    } else if (item !== null && node.name === "statistic") {
      item.count = attribute(node, "count");
      item.access = attribute(node, "access");
    }
  };
  const addText = (part: string) => {
    const name = open.at(-1);
    if (item === null) return;
    if (name === "source") item.source += part;
    else if (name === "title") item.title += part;
    else if (name === "action") item.target += part;
  };
  Object.assign(parser, { ontext: addText, oncdata: addText });
  parser.onclosetag = (name) => {
    open.pop();
    if (name === "item" && item !== null) items.push(item);
    if (name === "item") item = null;
  };
  parser.write(text).close();
  return items;
}

function addItem(item: XmlItem, collector: Collector): void {
  const { line } = item;
  const text = `${item.source} ${item.target}`;
  const slug = item.source.trim().replace(/^\/+|\/+$/g, "");
  const code = item.code === "" ? {} : parseCode(item.code);
  if ("reason" in code) return collector.refuse(line, text, code.reason);
  if (item.isRegex) return collector.refuse(line, text, refuse("file_regex_other"));
  if (item.type !== "url") return collector.refuse(line, text, reasons.action(item.type));
  collector.add({
    line,
    text,
    sources: slug === "" ? [] : [{ kind: "alias", slug }],
    target: item.target,
    title: item.title,
    createdAt: { name: "access", value: textOf(item.access) },
    clicks: parseCount(item.count),
    isPaused: item.isDisabled,
    ...code,
  });
}

export const yourlsXml: Format = {
  key: "yourls-xml",
  label: "YOURLS (Import Export plugin), XML",
  read: ({ text }, collector) => {
    for (const item of readItems(text)) addItem(item, collector);
  },
};
