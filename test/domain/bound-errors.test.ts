import { describe, expect, it } from "vitest";
import { boundErrors } from "../../src/domain/bound-errors.ts";
import type { FieldErrors } from "../../src/domain/field-error.ts";
import { refuse, type Refusal } from "../../src/domain/refusal/refusal.ts";
import { say } from "../../src/domain/refusal/say.ts";

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
const REQUIRED = refuse("required");
/** A refusal that repeats what was sent. */
const unknown = (name: string): Refusal => refuse("named_not_one_of", { name, names: "a" });
const many = (count: number, name = (index: number) => `plugins.${index}`, reason = REQUIRED): FieldErrors =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), [reason]]));
const textsOf = (errors: FieldErrors) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, reasons]) => [field, reasons.map((one) => say(one))]),
  );
const codesOf = (errors: FieldErrors) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, reasons]) => [
      field,
      reasons.map(({ code, values = {} }) => ({ code, values })),
    ]),
  );

describe("errors that fit", () => {
  it.each<[string, FieldErrors]>([
    ["none", {}],
    ["one", { host: [REQUIRED] }],
    ["several of a field", { host: [REQUIRED, refuse("not_connected")], alias: [refuse("reserved")] }],
    ["a name of 200 characters and a value of 500", { ["x".repeat(200)]: [unknown("y".repeat(500))] }],
  ])("[9.7] stay as they are, each text with its code: %s", (_, errors) => {
    const expected = { errors: textsOf(errors), codes: codesOf(errors), omitted: 0 };
    expect(boundErrors(errors, 10_000)).toEqual(expected);
  });
});

describe("errors that do not fit", () => {
  it.each<[string, FieldErrors]>([
    ["many fields", many(90_000)],
    ["many fields of several bytes a character", many(5_000, (index) => `utm.${"日本".repeat(20)}${index}`)],
    ["names that are escaped", many(5_000, (index) => `\u0001\u0002"\\${index}`)],
    ["long reasons", many(50, undefined, unknown("z".repeat(5_000)))],
  ])("[9.7] keep the first ones and tell how many are left out: %s", (_, errors) => {
    const { omitted, ...bounded } = boundErrors(errors, 15_500);
    expect(bytesOf(bounded)).toBeLessThanOrEqual(15_500 + bytesOf({ errors: {}, codes: {} }));
    expect(bytesOf(bounded)).toBeGreaterThan(10_000);
    const kept = Object.keys(bounded.errors);
    expect(kept).toEqual(Object.keys(errors).slice(0, kept.length));
    expect(Object.keys(bounded.codes)).toEqual(kept);
    expect(omitted).toBe(Object.keys(errors).length - kept.length);
  });

  it("are cut between characters: name, reason and value", () => {
    const { errors, codes } = boundErrors(
      { [`${"x".repeat(199)}😀😀`]: [unknown("😀".repeat(2_000))] },
      15_500,
    );
    const name = `${"x".repeat(199)}…`;
    expect(errors).toEqual({ [name]: [`${"😀".repeat(1_000)}…`] });
    expect(codes[name]?.[0]?.values).toEqual({ name: `${"😀".repeat(250)}…`, names: "a" });
  });

  it("name one field all the same where the first has more reasons than fit", () => {
    const reasons = Array.from({ length: 100 }, (_, index) => unknown(`${index}${"r".repeat(400)}`));
    const { errors, codes, omitted } = boundErrors({ url: reasons, host: [REQUIRED] }, 15_500);
    expect(errors).toEqual({ url: reasons.slice(0, 1).map((one) => say(one)) });
    expect(codes["url"]).toEqual(reasons.slice(0, 1));
    expect(omitted).toBe(1);
  });

  it("of names that begin alike are listed together", () => {
    const long = "x".repeat(300);
    const { errors } = boundErrors({ [`${long}a`]: [REQUIRED], [`${long}b`]: [refuse("empty")] }, 15_500);
    expect(errors).toEqual({ [`${"x".repeat(200)}…`]: ["is required", "must not be empty"] });
  });
});
