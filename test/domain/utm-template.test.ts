import { describe, expect, it } from "vitest";
import { MAX_UTM_TEMPLATES, parseUtmTemplates } from "../../src/domain/utm-template.ts";

const utm = { source: "news" };
const parse = (list: unknown) => parseUtmTemplates(JSON.stringify(list));

describe("[14.8] parseUtmTemplates", () => {
  it.each<[what: string, list: unknown[], stored: unknown[]]>([
    ["no template", [], []],
    ["a name and a value", [{ name: " News ", utm }], [{ name: "News", utm }]],
    [
      "a hostname and a tag in one spelling",
      [{ name: "News", host: "Go.Example.COM", tag: " spring ", utm }],
      [{ name: "News", host: "go.example.com", tag: "spring", utm }],
    ],
    [
      "no empty values",
      [{ name: "a", utm: { source: "x", term: "" } }],
      [{ name: "a", utm: { source: "x" } }],
    ],
    ["no other members", [{ name: "a", utm, colour: "red" }], [{ name: "a", utm }]],
  ])("keeps %s", (_, list, stored) => {
    expect(parse(list)).toEqual({ ok: true, value: stored });
  });

  it.each<[what: string, list: unknown[], number: number]>([
    ["without a name", [{ name: "a", utm }, { utm }], 2],
    ["with a blank name", [{ name: " ", utm }], 1],
    ["with a long name", [{ name: "x".repeat(61), utm }], 1],
    [
      "with the name of another",
      [
        { name: "a", utm },
        { name: "b", utm },
        { name: "a ", utm },
      ],
      3,
    ],
    ["without values", [{ name: "a" }], 1],
    ["with a value of another kind", [{ name: "a", utm: { source: 1 } }], 1],
    ["with a long value", [{ name: "a", utm: { source: "x".repeat(256) } }], 1],
    ["with an unknown parameter", [{ name: "a", utm: { id: "x" } }], 1],
    ["with no hostname", [{ name: "a", host: "not a host", utm }], 1],
    ["with a hostname of another kind", [{ name: "a", host: null, utm }], 1],
    ["that is null", [null], 1],
  ])("refuses a template %s by its number", (_, list, number) => {
    expect(parse(list)).toMatchObject({
      ok: false,
      reason: { code: "not_utm_template", values: { number } },
    });
  });

  it.each([
    ["no JSON", "["],
    ["no list", "{}"],
    [
      "too many",
      JSON.stringify(Array.from({ length: MAX_UTM_TEMPLATES + 1 }, (_, n) => ({ name: `${n}`, utm }))),
    ],
  ])("refuses %s", (_, text) => {
    expect(parseUtmTemplates(text)).toMatchObject({ ok: false, reason: { code: "not_utm_templates" } });
  });
});
