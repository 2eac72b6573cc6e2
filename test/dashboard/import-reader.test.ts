import { sayRow } from "../../src/import/say-row.ts";
import { describe, expect, it } from "vitest";
import { OTHER_FORMATS } from "../../src/import/other-format.ts";
import { formats } from "../../src/import/registry.ts";
import type { ImportRow } from "../../src/import/row.ts";
import { toParts } from "../../src/dashboard/api/parts.ts";
import { toLines } from "../../src/dashboard/screen/import/reader/to-lines.ts";
import { countHosts, readFile } from "../../src/dashboard/screen/import/reader/summarize.ts";
import { FIRST_CHOICE } from "../../src/dashboard/screen/import/use-import.ts";

const decoder = new TextDecoder();
const row = (line: number): ImportRow => ({
  line,
  url: `a.example/${line}`,
  destination: "https://b.example",
});
const read = (content: string, changed: Partial<typeof FIRST_CHOICE> = {}) =>
  readFile({ fileName: "file.csv", content }, { ...FIRST_CHOICE, ...changed }, 0);

describe("[32.19] rows that are sent", () => {
  it("stand on the lines of the file, in all parts together", () => {
    const parts = [...toParts(toLines([row(2), row(3), row(7)], ["new"]), 160)];
    expect(parts.length).toBe(2);
    const lines = parts
      .map(({ body }) => decoder.decode(body))
      .join("")
      .split("\n");
    expect(lines.map((line) => line !== "")).toEqual([false, true, true, false, false, false, true, false]);
    expect(JSON.parse(lines[6] ?? "")).toEqual({
      url: "a.example/7",
      destination: "https://b.example",
      tags: ["new"],
    });
    expect(parts.at(-1)?.sent).toBe(3);
  });

  it("stand one behind the other where a line of the file has several", () => {
    const text = [...toParts(toLines([row(2), row(2)], []))].map(({ body }) => decoder.decode(body)).join("");
    expect(text.startsWith("{")).toBe(true);
    expect(text.split("\n").length).toBe(3);
  });

  it("get tags besides their own, each once", () => {
    const [part] = toParts(toLines([{ ...row(1), tags: ["old", "both"] }], ["both", "new"]));
    expect(JSON.parse(decoder.decode(part?.body))).toMatchObject({ tags: ["old", "both", "new"] });
  });
});

describe("[32.19] what is said of a file", () => {
  it("is what it lacks, and what a choice adds", () => {
    const text = "source,destination\n/a,/b\n/c,https://d.example\nhttps://e.example/f,https://g.example\n";
    expect(read(text).summary).toMatchObject({ format: "csv", rows: 1, missing: { host: 1, origin: 1 } });
    expect(read(text, { host: "h.example", origin: "https://o.example" }).summary).toMatchObject({
      rows: 3,
      refused: 0,
      hosts: [
        { host: "h.example", rows: 2 },
        { host: "e.example", rows: 1 },
      ],
    });
  });

  it("is the columns of a table that nobody knows, until they are named", () => {
    const text = "Ancient;Modern;HTTP\n/a;https://b.example;301\n/c;https://d.example;302\n";
    const unknown = read(text);
    expect(unknown.result).toBeNull();
    expect(unknown.summary.problem && sayRow(unknown.summary.problem)).toContain("Ancient");
    expect(unknown.summary.table).toEqual({
      columns: [
        { name: "Ancient", guess: null },
        { name: "Modern", guess: null },
        { name: "HTTP", guess: null },
      ],
      rows: [
        ["/a", "https://b.example", "301"],
        ["/c", "https://d.example", "302"],
      ],
    });
    const named = read(text, {
      host: "h.example",
      columnMap: [
        ["Ancient", "source"],
        ["Modern", "destination"],
        ["HTTP", "status"],
      ],
    });
    expect(named.summary).toMatchObject({ problem: null, rows: 2 });
    expect(named.result?.rows[1]).toMatchObject({ line: 3, url: "h.example/c", status: 302 });
    expect(named.summary.table).not.toBeNull();
  });

  it("is the format that its rows belong to, and both of a file that two formats read", () => {
    const nginx = "map $uri $new { /a https://b.example/; }\nserver { if ($c) { return 301 /d; } }\n";
    expect(read(nginx).summary).toMatchObject({
      format: "nginx-conf",
      rows: 0,
      others: { formats: ["nginx-map"], rows: 1 },
    });
    const asMap = read(nginx, { format: "nginx-map", host: "h.example" }).summary;
    expect(asMap).toMatchObject({ rows: 1, others: { formats: ["nginx-conf"], rows: 1 } });
    const rules = "/a/* /b\n/a /c\n";
    expect(readFile({ fileName: "_redirects", content: rules }, FIRST_CHOICE, 0).summary).toMatchObject({
      problem: { code: "file_redirects_file" },
      others: { formats: ["netlify-redirects", "cloudflare-redirects"] },
    });
    for (const key of OTHER_FORMATS) expect(formats.has(key), key).toBe(true);
  });

  it("is one note for all rows that have the same, and no columns of a tool that is known", () => {
    const text = `Bitlink,Long URL\n${["a", "b"].map((alias) => `bit.ly/${alias},https://x.example/${alias}\n`).join("")}`;
    const { summary } = read(text, { host: "h.example" });
    expect(summary).toMatchObject({ format: "bitly-csv", rows: 2, table: null });
    expect(summary.warnings).toMatchObject([{ count: 2, lines: [2, 3] }]);
    expect(countHosts([{ host: "A.example" }, { url: "https://a.example/x" }])).toEqual([
      { host: "a.example", rows: 2, isVendor: false },
    ]);
  });
});
