import { describe, expect, test } from "vitest";
import { hasFeature, isPlan, PLANS } from "../../src/domain/plan.ts";

describe("plans", () => {
  test.each([
    ["free", 0, 50, 1],
    ["basic", 1, 1_000, 5],
    ["pro", 2, 50_000, 50],
    ["enterprise", 50, null, null],
  ] as const)("[9.18] %s has level %i, %j records and %j hostnames", (plan, level, maxRecords, maxHosts) => {
    expect(PLANS[plan]).toMatchObject({ level, maxRecords, maxHosts });
    expect(isPlan(plan)).toBe(true);
  });

  test("there are no others", () => {
    expect(Object.keys(PLANS)).toHaveLength(4);
  });

  test.each(["", "Free", "team", "constructor", "toString", "__proto__"])("%j is none", (key) => {
    expect(isPlan(key)).toBe(false);
  });

  test.each([
    ["security.audit", ["pro", "enterprise"]],
    ["hosts.force_https", ["enterprise"]],
  ] as const)("[12.15] %s comes with %j", (feature, plans) => {
    const having = Object.keys(PLANS).filter((plan) => isPlan(plan) && hasFeature(plan, feature));
    expect(having).toEqual(plans);
  });
});
