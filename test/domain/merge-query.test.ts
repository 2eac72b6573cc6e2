import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeQuery, prepareTable } from "../../src/domain/merge-query.ts";
import { parameterName, splitQuery } from "../../src/domain/query.ts";

/** The same rules, segment by segment, with nothing prepared and nothing fast. */
function mergeSlowly(query: string, utm: [string, string][], sent: string): string {
  const sentSegments = splitQuery(sent);
  const valuesOf = (name: string) =>
    sentSegments.filter((segment) => segment !== "" && parameterName(segment) === name);
  const added = utm.filter(([name]) => valuesOf(name).length === 0);
  const placed = new Set<string>();
  const merged = splitQuery(query).flatMap((segment) => {
    const name = parameterName(segment);
    const values = segment === "" ? [] : valuesOf(name);
    if (values.length === 0) {
      return segment !== "" && added.some(([replacing]) => replacing === name) ? [] : [segment];
    }
    if (placed.has(name)) return [];
    placed.add(name);
    return values;
  });
  const rest = sentSegments.filter((segment) => segment === "" || !placed.has(parameterName(segment)));
  return [rest.join("&"), added.map(([name, value]) => `${name}=${value}`).join("&")].reduce(
    (left, right) => (left === "" || right === "" || left.endsWith("&") ? left + right : `${left}&${right}`),
    merged.join("&"),
  );
}

describe("mergeQuery", () => {
  test.each([
    ["nothing meets", "id=7", "a=1&b=2", "id=7&a=1&b=2&utm_source=s"],
    ["the visitor's value takes the place", "id=7&x=1", "a=1&id=8", "id=8&x=1&a=1&utm_source=s"],
    ["all values take the first place", "id=7&x=1&id=9", "id=8&a=1&id=6", "id=8&id=6&x=1&a=1&utm_source=s"],
    ["UTM yields to the visitor", "id=7", "utm_source=v", "id=7&utm_source=v"],
    ["UTM yields where the destination names it, too", "utm_source=d", "utm_source=v", "utm_source=v"],
    ["UTM takes the place of the destination's", "utm_source=d&id=7", "a=1", "id=7&a=1&utm_source=s"],
    ["names are compared decoded", "caf%C3%A9=1", "caf%c3%a9=2", "caf%c3%a9=2&utm_source=s"],
    ["plus is a space in names", "a+b=1", "a%20b=2", "a%20b=2&utm_source=s"],
    ["a name without a value", "flag", "flag=1", "flag=1&utm_source=s"],
    ["empty segments stay", "a=1&&b=2", "&c=3&", "a=1&&b=2&&c=3&utm_source=s"],
    ["an empty name", "=1", "=2", "=2&utm_source=s"],
    ["nothing sent", "id=7", "", "id=7&utm_source=s"],
  ])("%s", (_, query, sent, expected) => {
    expect(mergeQuery(prepareTable(query, [["utm_source", "s"]]), sent)).toBe(expected);
  });

  test("does what the rules say of any queries", () => {
    const name = fc.constantFrom("a", "b", "aa", "utm_source", "utm_medium", "%61", "a+b", "a%20b", "", "é");
    const segment = fc.oneof(
      { weight: 5, arbitrary: fc.tuple(name, fc.constantFrom("=1", "=2", "", "=", "=%26")) },
      { weight: 1, arbitrary: fc.constant(["", ""]) },
    );
    const query = fc
      .array(segment, { maxLength: 6 })
      .map((segments) => segments.map((parts) => parts.join("")).join("&"));
    const utm = fc.subarray<[string, string]>([
      ["utm_source", "s"],
      ["utm_medium", "m"],
    ]);
    fc.assert(
      fc.property(query, utm, query, (own, parameters, sent) => {
        expect(mergeQuery(prepareTable(own, parameters), sent)).toBe(mergeSlowly(own, parameters, sent));
      }),
      { numRuns: 20_000 },
    );
  });
});
