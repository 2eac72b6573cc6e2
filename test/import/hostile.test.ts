import { said } from "../support/said.ts";
import { sayRow } from "../../src/import/say-row.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectFormat } from "../../src/import/detect.ts";
import { readImport } from "../../src/import/read-import.ts";
import { formats } from "../../src/import/registry.ts";
import { defaultOptions } from "../../src/import/row.ts";
import { readFile } from "./outcome.ts";
import { importSample, readSample, sampleNames } from "./sample.ts";

const options = { ...defaultOptions, host: "old.example", origin: "https://new.example" };

describe("[18.2] a file that cannot be read is one clear reason", () => {
  test.each([
    ["a spreadsheet", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /save it as CSV/],
    ["binary data", new Uint8Array([1, 0, 2, 0, 3]), /binary file/],
    ["an empty file", "", /holds no row/],
    ["half a JSON document", '{"links": [', /no JSON/],
    ["JSON of no tool", '{"a": 1}', /Unknown JSON format.*: a/],
    ["JSON that is nested without end", "[".repeat(200_000), /nested too deep/],
    ["objects that are nested without end", '{"a":'.repeat(100_000), /nested too deep/],
    ["half an XML document", '<?xml version="1.0"?><redirection><module>', /no XML/],
    ["XML of no tool", '<?xml version="1.0"?><rss/>', /Unknown XML format/],
    ["XML that is nested without end", `<redirection>${"<a>".repeat(50_000)}`, /nested too deep/],
    ["half a TOML document", '[[redirects]]\nfrom = "/a', /no TOML/],
    ["nginx with an open block", "server {\n location = /a { return 301 /b; }\n", /never closes/],
    ["nginx that is nested without end", `server {\n${"location / {\n".repeat(5_000)}`, /nested too deep/],
    ["a dump of another tool", "CREATE TABLE x (a int);\n", /Unknown database dump/],
    ["_redirects of two meanings", "/a /b\n/c /d\n", /--format netlify or --format cloudflare/],
  ])("%s", (_, input, reason) => {
    const read = readImport(input, options);
    expect(said(read)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as string });
    expect(read.ok ? "" : sayRow(read.reason)).not.toMatch(/\n\s+at /);
  });

  test("reads one line of 100 MB as one row", () => {
    const line = `/a,/b,301,${"x".repeat(100_000_000)}`;
    const { refused, rows } = readFile(line, { format: "csv" });
    expect(rows).toEqual([]);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.text.length).toBeLessThan(1_000);
  });

  test.each(["/", "(", "a.", "/ ", "[", '"', "\\\\", ":a", "=b "])(
    "reads a line of a million %j in time",
    (part) => {
      for (const format of [null, ...formats.keys()]) {
        expect(readImport(`/x${part.repeat(1_000_000)}`, { ...options, format })).toHaveProperty("ok");
      }
    },
  );

  test("tells the line of a string that never closes in a dump", () => {
    const text =
      "INSERT INTO `yourls_url` VALUES ('a','https://x.example',NULL,'2026-01-01 00:00:00','',1),\n('b','https";
    const { rows, refused } = readFile(text);
    expect(rows).toMatchObject([{ alias: "a" }]);
    expect(refused).toMatchObject([{ line: 2 }]);
  });
});

describe("encodings", () => {
  const list = "Old URL;New URL\r\n/café;/x\r\n";
  const utf16 = (isLittle: boolean) => {
    const bytes = new Uint8Array(2 + list.length * 2);
    const view = new DataView(bytes.buffer);
    for (const [index, unit] of [...`\uFEFF${list}`].entries())
      view.setUint16(index * 2, unit.charCodeAt(0), isLittle);
    return bytes;
  };
  test.each([
    ["UTF-8", new TextEncoder().encode(list), false],
    ["UTF-8 with a mark", new TextEncoder().encode(`\uFEFF${list}`), false],
    ["UTF-16, little endian", utf16(true), false],
    ["UTF-16, big endian", utf16(false), false],
    ["Windows-1252", Uint8Array.from(list, (character) => character.charCodeAt(0)), true],
  ])("reads %s", (_, bytes, isNoted) => {
    const { rows, warnings } = readFile(bytes);
    expect(rows).toMatchObject([{ url: "old.example/café" }]);
    expect(warnings.some(({ warning }) => sayRow(warning).includes("Windows-1252"))).toBe(isNoted);
  });
});

describe("[18.6] passwords", () => {
  const file =
    "link,to,password\nhttps://go.example/a,https://x.example,s3cret-pw\nhttps://go.example/a,https://y.example,\n";

  test("[18.6] leaves a protected row out, hides its password, and lets no later row open it", () => {
    const result = readFile(file, { format: "csv" });
    expect(result.rows).toEqual([]);
    expect(result.refused).toMatchObject([{ line: 2 }, { line: 3 }]);
    expect(JSON.stringify(result)).not.toContain("s3cret-pw");
  });

  test("sends it to be hashed, or drops it and pauses the row, where it is told to", () => {
    expect(readFile(file, { format: "csv", passwords: "hash" }).rows).toMatchObject([
      { password: "s3cret-pw" },
    ]);
    const [dropped] = readFile(file, { format: "csv", passwords: "drop" }).rows;
    expect(dropped).toMatchObject({ alias: "a", status: "paused" });
    expect(dropped).not.toHaveProperty("password");
  });

  test("hashes at most 1,000 of an import", () => {
    const rows = Array.from(
      { length: 1_001 },
      (_, index) => `https://go.example/a${index},https://x.example,pw-${index}`,
    );
    const result = readFile(`link,to,password\n${rows.join("\n")}`, { format: "csv", passwords: "hash" });
    expect(result.rows).toHaveLength(1_000);
    expect(result.refused).toMatchObject([{ line: 1_002 }]);
  });

  test("brings a bcrypt hash along", () => {
    const rows = importSample(readSample("kutt-sql")).rows.filter((row) => row.password_hash !== undefined);
    expect(rows).toMatchObject([
      { alias: "ab3xz9", password_hash: expect.stringMatching(/^\$2a\$12\$.{53}$/) as string },
    ]);
  });
});

describe("whatever a file holds", () => {
  const word = fc.constantFrom(
    "/a",
    "/b/*",
    "/:x",
    "*",
    "301",
    "200!",
    "->",
    "#",
    "\t",
    ",",
    ";",
    '"',
    "{",
    "}",
    "[",
    "RewriteRule",
    "Redirect",
    "^(.*)$",
    "\n",
    "k=:v",
    "https://x.example/é",
    "\\",
    "$1",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(word, { maxLength: 40 }).map((words) => words.join(" ")),
    fc.array(word, { maxLength: 40 }).map((words) => words.join("")),
  );

  test("[18.3] its format is told, or a reason why not", () => {
    fc.assert(
      fc.property(text, fc.string(), (content, name) => {
        const detected = detectFormat({ text: content, name });
        expect(typeof (detected.ok ? detected.value.key : sayRow(detected.reason))).toBe("string");
      }),
      { numRuns: 500 },
    );
  });

  test("each format reads it or says why not", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...formats.keys()), (content, format) => {
        expect(readImport(content, { ...options, format })).toHaveProperty("ok");
      }),
      { numRuns: 1_000 },
    );
  });

  const byLine = [
    "tsv",
    "netlify-redirects",
    "cloudflare-redirects",
    "squarespace-txt",
    "nginx-map",
    "htaccess",
  ];
  test.each(byLine)(
    "[18.2] each of its lines becomes a row, a refusal or an ignored line as %s",
    (format) => {
      fc.assert(
        fc.property(fc.array(word, { maxLength: 40 }), (words) => {
          const content = words.join(" ");
          const read = readImport(content, { ...options, format });
          if (!read.ok) return;
          const { rows, refused, ignored } = read.value;
          const told = new Set([...rows, ...refused, ...ignored].map(({ line }) => line));
          const filled = content
            .split("\n")
            .flatMap((line, index) => (line.trim() === "" ? [] : [index + 1]));
          expect(filled.filter((line) => !told.has(line))).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  test.each(sampleNames)("no part of %s that is cut off throws", (name) => {
    const { bytes } = readSample(name);
    for (let end = 1; end < bytes.length; end += Math.ceil(bytes.length / 25)) {
      expect(readImport(bytes.subarray(0, end), options)).toHaveProperty("ok");
    }
  });
});
