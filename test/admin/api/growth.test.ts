import * as v from "valibot";
import { describe, expect, it, test } from "vitest";
import * as list from "../../../src/admin/schema/list.ts";
import * as record from "../../../src/admin/schema/record.ts";
import { readQuery } from "../../../src/admin/query.ts";
import { growingTexts, PATTERNS } from "../../support/growing-text.ts";
import { importInto } from "../../support/import.ts";
import { createSite } from "../../support/site.ts";

/** Time of validation grows with the length of what is sent, and no faster. */

/** The schemas that the modules export, and the fields of their objects, each once: a new one is tried by itself. */
const SCHEMAS = [
  ...new Map(
    Object.entries({ ...record, ...list })
      .flatMap(([name, value]) => fieldsOf(name, value))
      .map(([name, schema]) => [schema, name]),
  ),
].map(([schema, name]): [string, v.GenericSchema] => [name, schema]);

function fieldsOf(name: string, value: unknown): [string, v.GenericSchema][] {
  if (typeof value !== "object" || value === null) return [];
  if (!isSchema(value)) {
    return Object.entries(value).flatMap(([key, entry]) => fieldsOf(`${name}.${key}`, entry));
  }
  const entries = "entries" in value ? Object.entries(value.entries as object) : [];
  return [[name, value], ...entries.flatMap(([key, entry]) => fieldsOf(`${name}.${key}`, entry))];
}

function isSchema(value: object): value is v.GenericSchema {
  return (value as { kind?: unknown }).kind === "schema";
}

const MANY = [1_000, 10_000, 100_000].flatMap((count) => [
  ...["a", "https://example.com", "source=a", null].map((item) => Array.from({ length: count }, () => item)),
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, "b"])),
]);

test("there are schemas", () => {
  const names = SCHEMAS.map(([name]) => name);
  for (const name of ["hostField", "settingFields.utm", "qrFields.qr", "HostListQuery.cursor", "FacetsQuery"])
    expect(names).toContain(name);
});

describe.each(SCHEMAS)("%s", (_, schema) => {
  it("comes to an end on text of any length, by itself and inside", { timeout: 60_000 }, () => {
    for (const pattern of PATTERNS) {
      for (const text of growingTexts(pattern)) {
        for (const value of [
          text,
          [text],
          { source: text, color: text },
          { [text]: text },
          [`source=${text}`],
        ]) {
          expect(() => v.safeParse(schema, value)).not.toThrow();
        }
      }
    }
  });

  it("comes to an end on any number of items", { timeout: 60_000 }, () => {
    for (const value of MANY) expect(() => v.safeParse(schema, value)).not.toThrow();
  });
});

describe("a query", () => {
  it.each(PATTERNS)("comes to an end with any number of %j in names and values", (pattern) => {
    for (const text of growingTexts(pattern)) {
      const parameters = new URLSearchParams([
        [text, text],
        [`filter[${text}]`, text],
      ]);
      expect(() => readQuery(parameters, list.RecordListQuery)).toThrow("Some fields are not valid.");
    }
  });

  it.each([1_000, 10_000, 100_000])("comes to an end with %i parameters", (count) => {
    const same = new URLSearchParams(Array.from({ length: count }, () => ["sort", "id"]));
    expect(() => readQuery(same, list.RecordListQuery)).toThrow("Some fields are not valid.");
    const others = new URLSearchParams(Array.from({ length: count }, (_, index) => [`a${index}`, "b"]));
    expect(() => readQuery(others, list.RecordListQuery)).toThrow("Some fields are not valid.");
  });
});

/** Units: all the patterns in one field make less than the 8 MiB that an import may have. */
const LENGTH = 20_000;

it.each([...Object.keys({ ...record.settingFields, ...record.qrFields }), "url", "host", "alias"])(
  "a row of an import with a long %s gets its result",
  { timeout: 60_000 },
  async (field) => {
    const site = await createSite();
    const rows = PATTERNS.flatMap((pattern) => {
      const text = pattern.repeat(LENGTH / pattern.length);
      return [text, [text], { source: text }].map((value) => ({
        host: site.host,
        alias: "a",
        destination: "https://example.com",
        [field]: value,
      }));
    });
    expect(await importInto(site, rows)).toHaveLength(rows.length);
  },
);
