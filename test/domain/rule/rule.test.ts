import { refuse } from "../../../src/domain/refusal/refusal.ts";
import { say } from "../../../src/domain/refusal/say.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FieldErrors } from "../../../src/domain/field-error.ts";
import { chooseRule, compileConditions } from "../../../src/domain/rule/choose-rule.ts";
import type { CompiledRule } from "../../../src/domain/snapshot.ts";
import {
  identifyRules,
  parseRules,
  showRule,
  type Rule,
  type RuleInput,
} from "../../../src/domain/rule/rule.ts";
import { PRIMARY } from "../../../src/domain/routing.ts";
import { visitOf } from "./visit-of.ts";

function read(value: unknown) {
  const problems: Record<string, string> = {};
  const rules = parseRules(value, (path, reason) => {
    problems[path.join(".")] = say(reason);
  });
  return { rules, problems };
}

const RULE = { if: { country: ["DE"] }, destination: "https://example.com/de" };

describe("[23.5] a list of rules", () => {
  it.each<[string, unknown, Record<string, string>]>([
    ["no list", {}, { "": "must be an array of rules" }],
    ["a rule that is no object", [RULE, "x"], { 1: "must be an object" }],
    [
      "an unknown condition",
      [{ ...RULE, if: { colour: ["red"] } }],
      { "0.if.colour": expect.stringContaining("is not a condition") },
    ],
    [
      "a condition by a name of every object",
      [{ ...RULE, if: { constructor: [1] } }],
      { "0.if.constructor": expect.stringContaining("is not a condition") },
    ],
    [
      "a bad value deep inside",
      [RULE, { ...RULE, if: { country: ["QQ"] } }],
      { "1.if.country.0": "is not a country code of ISO 3166, EU or XX" },
    ],
    [
      "a bad value in not",
      [{ ...RULE, not: { os: ["x"] } }],
      { "0.not.os.0": expect.stringContaining("must be one of") },
    ],
    [
      "no condition",
      [{ if: {}, destination: "https://example.com" }],
      { "0.if": "needs at least one condition, here or in not" },
    ],
    ["no destination", [{ if: { country: ["DE"] } }], { "0.destination": "is required" }],
    [
      "a bad destination",
      [{ ...RULE, destination: "mailto:a@example.com" }],
      { "0.destination": "must be an absolute http or https URL" },
    ],
    [
      "a bad one of several destinations",
      [{ if: RULE.if, destinations: ["https://a.example", "x"] }],
      { "0.destinations.1": expect.any(String) },
    ],
    [
      "weights that do not fit",
      [{ if: RULE.if, destinations: ["https://a.example"], destination_routing: "weighted:1,2" }],
      { "0.destination_routing": "has 2 weights for 1 destinations: send one for each" },
    ],
    ["an unknown member", [{ ...RULE, to: "x" }], { "0.to": "is not a member of a rule" }],
    ["a long name", [{ ...RULE, name: "x".repeat(41) }], { "0.name": "must have at most 40 characters" }],
    [
      "a before that is not later than after",
      [{ ...RULE, if: { after: "2026-01-01T00:00:00Z", before: "2026-01-01T00:00:00Z" } }],
      { "0.if.before": "must be later than after" },
    ],
    ["21 rules", Array.from({ length: 21 }, () => RULE), { "": "must have at most 20 entries" }],
    [
      "more than 32 kB",
      Array.from({ length: 20 }, () => ({
        ...RULE,
        destination: `https://example.com/${"x".repeat(1_700)}`,
      })),
      { "": "must have at most 32000 bytes as JSON" },
    ],
  ])("with %s is refused by its path", (_, value, expected) => {
    const { rules, problems } = read(value);
    expect(rules).toBeUndefined();
    expect(problems).toEqual(expected);
  });

  it("is read into the form in which it is stored", () => {
    const moment = { after: "2026-12-24T01:00:00+01:00" };
    expect(
      read([
        {
          if: { country: ["de"], ...moment },
          destinations: ["a.example/x", "https://b.example"],
          destination_routing: "weighted:50,50",
          name: "A",
        },
      ]).rules,
    ).toEqual([
      {
        id: null,
        name: "A",
        if: { country: ["DE"], after: "2026-12-24T00:00:00.000Z" },
        not: {},
        destinations: ["https://a.example/x", "https://b.example"],
        routing: { kind: "weighted", weights: [50, 50] },
      },
    ]);
  });
});

const rule = (id: string, country: string): Rule => ({
  id,
  name: "",
  if: { country: [country] },
  not: {},
  destinations: [`https://example.com/${country}`],
  routing: PRIMARY,
});

describe("[23.3] the id of a rule", () => {
  const identify = (before: Rule[], written: unknown) => {
    const errors: FieldErrors = {};
    let made = 0;
    const { rules = [] } = read(written);
    const inputs = rules.map(({ id, ...one }): RuleInput =>
      id === null ? { ...one, id, spareId: `new-${++made}` } : { ...one, id },
    );
    return { rules: identifyRules(before, inputs, errors), errors };
  };
  const { id: _, ...unnamed } = showRule(rule("a", "DE"));

  it("is kept where the write repeats it, whatever else changes", () => {
    const { rules, errors } = identify([rule("a", "DE")], [{ ...RULE, id: "a", if: { os: ["ios"] } }]);
    expect(rules.map(({ id }) => id)).toEqual(["a"]);
    expect(errors).toEqual({});
  });

  it("is kept where the write leaves it out and says the same", () => {
    const { rules } = identify([rule("a", "DE"), rule("b", "FR")], [unnamed, { ...unnamed }, RULE]);
    expect(rules.map(({ id }) => id)).toEqual(["a", "new-2", "new-3"]);
  });

  it("lets a write change either destination or destinations of a rule that it read", () => {
    const shown = showRule({ ...rule("a", "DE"), destinations: ["https://a.example", "https://b.example"] });
    const before = [{ ...rule("a", "DE"), destinations: shown.destinations }];
    const after = (change: object) => identify(before, [{ ...shown, ...change }]);
    expect(after({ destination: "https://c.example" }).rules).toEqual([
      { ...before[0], destinations: ["https://c.example", "https://b.example"] },
    ]);
    expect(after({ destinations: ["https://c.example"] }).rules).toEqual([
      { ...before[0], destinations: ["https://c.example"] },
    ]);
    const contradiction = { "rules.0.destination": [refuse("not_first_destination")] };
    for (const change of [
      { destinations: ["https://c.example"], destination: "https://d.example" },
      { id: null },
    ]) {
      const both = { destinations: ["https://e.example"], ...change };
      expect(after(both).errors).toEqual(contradiction);
    }
  });

  it("is refused where the record has no such rule, or the list has it twice", () => {
    expect(identify([rule("a", "DE")], [{ ...RULE, id: "b" }]).errors).toEqual({
      "rules.0.id": [refuse("not_rule_id")],
    });
    expect(
      identify(
        [rule("a", "DE")],
        [
          { ...RULE, id: "a" },
          { ...RULE, id: "a" },
        ],
      ).errors,
    ).toEqual({
      "rules.1.id": [refuse("rule_id_twice")],
    });
  });
});

it("[23.3] a list that was shown is read again as the same list", () => {
  const rules = [{ ...rule("a", "DE"), name: "Germany", not: { os: ["ios"] } }, rule("b", "FR")];
  expect(read(rules.map(showRule)).rules).toEqual(rules);
});

describe("[23.1, 23.2] which rule decides", () => {
  const COUNTRIES = ["DE", "FR", "GB", "XX"];
  const OSES = ["ios", "android", "other"];
  const conditions = fc.record(
    {
      country: fc.subarray(COUNTRIES, { minLength: 1 }),
      os: fc.subarray(OSES, { minLength: 1 }),
      query: fc.constantFrom({ a: null }, { a: "1" }, { b: null }),
    },
    { requiredKeys: [] },
  );
  const written = fc.record({ if: conditions, not: conditions });
  const USER_AGENTS: Record<string, string> = { ios: "iPhone", android: "Android", other: "" };
  const visits = fc.record({
    country: fc.constantFrom(...COUNTRIES),
    os: fc.constantFrom(...OSES),
    query: fc.constantFrom("", "a", "a=1", "b=2", "a=1&b"),
  });
  type Written = { if: Record<string, unknown>; not: Record<string, unknown> };
  type Visited = { country: string; os: string; query: string };

  const compile = (rules: Written[]): CompiledRule[] =>
    rules.map((one, index) => ({
      id: String(index),
      if: compileConditions(one.if),
      not: compileConditions(one.not),
      first: 0,
      answer: {
        kind: "redirect",
        status: 302,
        target: { destinations: [], routing: PRIMARY, forwardPath: false, forwardQuery: false },
      },
    }));
  const visitOfAny = ({ country, os, query }: Visited) =>
    visitOf({ country, query, headers: { "User-Agent": USER_AGENTS[os] ?? "" } });
  /** Says it in another way: by what one member alone decides. */
  const isAlone = (key: string, value: unknown, visit: Visited) =>
    chooseRule(compile([{ if: { [key]: value }, not: {} }]), visitOfAny(visit)) !== null;

  it("is the first whose members of if all hold, and of not none does", () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 6 }), visits, (rules, visit) => {
        const expected = rules.findIndex(
          (one) =>
            Object.entries(one.if).every(([key, value]) => isAlone(key, value, visit)) &&
            !Object.entries(one.not).some(([key, value]) => isAlone(key, value, visit)),
        );
        const chosen = chooseRule(compile(rules), visitOfAny(visit));
        expect(chosen?.id ?? "-1").toBe(String(expected));
      }),
    );
  });

  it("not with one member is the opposite of if with it", () => {
    fc.assert(
      fc.property(conditions, visits, (one, visit) => {
        for (const [key, value] of Object.entries(one)) {
          const excluded =
            chooseRule(compile([{ if: {}, not: { [key]: value } }]), visitOfAny(visit)) !== null;
          expect(excluded).toBe(!isAlone(key, value, visit));
        }
      }),
    );
  });

  it("a rule behind one that holds for everybody never decides", () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 4 }), written, visits, (earlier, later, visit) => {
        const all = { if: { country: COUNTRIES }, not: {} };
        const chosen = chooseRule(compile([...earlier, all, later]), visitOfAny(visit));
        expect(Number(chosen?.id)).toBeLessThanOrEqual(earlier.length);
      }),
    );
  });
});
