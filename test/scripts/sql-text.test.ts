import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toLiteral, toSqlText } from "../../scripts/support/sql-text.ts";

const db = new DatabaseSync(":memory:");
const evaluate = (literal: string) => db.prepare(`SELECT ${literal} AS value`).get()?.value;

test("text comes out of the database as it went in, whatever it holds", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("'", '"', ";", "\\", "-", "\n", "?1") }),
  );
  fc.assert(
    fc.property(
      anyText.filter((text) => !text.includes("\0")),
      (text) => evaluate(toLiteral(text)) === text,
    ),
  );
});

test.each([0, -7, 1_763_692_800_000, 0.5])("the number %d comes out as it went in", (number) => {
  expect(evaluate(toLiteral(number))).toBe(number);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, "a\0b", undefined])("refuses %j", (value) => {
  expect(() => toLiteral(value)).toThrow("can be written into SQL");
});

test("puts each parameter where its number stands, repeated ones too, and looks into none", () => {
  const statement = { sql: "INSERT INTO t VALUES (?1, ?3, ?2, ?2)", parameters: ["it's ?2", 5, "'); --"] };
  expect(toSqlText(statement)).toBe("INSERT INTO t VALUES ('it''s ?2', '''); --', 5, 5);");
});
