import { describe, expect, it } from "vitest";
import { boundErrors } from "../../src/domain/bound-errors.ts";
import type { FieldErrors } from "../../src/domain/field-error.ts";

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
const many = (count: number, name = (index: number) => `plugins.${index}`): FieldErrors =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), ["is none"]]));

describe("errors that fit", () => {
  it.each<[string, FieldErrors]>([
    ["none", {}],
    ["one", { host: ["is required"] }],
    ["several of a field", { host: ["is required", "is not connected"], alias: ["is taken"] }],
    ["a name of 200 characters and a reason of 2,000", { ["x".repeat(200)]: ["y".repeat(2_000)] }],
  ])("stay as they are: %s", (_, errors) => {
    expect(boundErrors(errors, 10_000)).toEqual({ errors, omitted: 0 });
  });
});

describe("errors that do not fit", () => {
  it.each<[string, FieldErrors]>([
    ["many fields", many(90_000)],
    ["many fields of several bytes a character", many(5_000, (index) => `utm.${"日本".repeat(20)}${index}`)],
    ["names that are escaped", many(5_000, (index) => `\u0001\u0002"\\${index}`)],
    ["long reasons", Object.fromEntries(Object.keys(many(50)).map((name) => [name, ["z".repeat(5_000)]]))],
  ])("[9.7] keep the first ones and tell how many are left out: %s", (_, errors) => {
    const bounded = boundErrors(errors, 15_500);
    expect(bytesOf(bounded.errors)).toBeLessThanOrEqual(15_500);
    expect(bytesOf(bounded.errors)).toBeGreaterThan(10_000);
    const kept = Object.keys(bounded.errors);
    expect(kept).toEqual(Object.keys(errors).slice(0, kept.length));
    expect(bounded.omitted).toBe(Object.keys(errors).length - kept.length);
  });

  it("are cut between characters, name and reason", () => {
    const { errors } = boundErrors({ [`${"x".repeat(199)}😀😀`]: ["😀".repeat(2_000)] }, 15_500);
    expect(errors).toEqual({ [`${"x".repeat(199)}…`]: [`${"😀".repeat(1_000)}…`] });
  });

  it("name one field all the same where the first has more reasons than fit", () => {
    const reasons = Array.from({ length: 100 }, (_, index) => `${index}${"r".repeat(1_999)}`);
    const { errors, omitted } = boundErrors({ url: reasons, host: ["is required"] }, 15_500);
    expect(errors).toEqual({ url: [reasons[0]] });
    expect(omitted).toBe(1);
  });

  it("of names that begin alike are listed together", () => {
    const long = "x".repeat(300);
    expect(boundErrors({ [`${long}a`]: ["one"], [`${long}b`]: ["two"] }, 15_500).errors).toEqual({
      [`${"x".repeat(200)}…`]: ["one", "two"],
    });
  });
});
