import { describe, expect, it } from "vitest";
import type { Stats } from "../../src/dashboard/api/types.ts";
import { readChoice, readVersus, toPairs } from "../../src/dashboard/screen/insights/versus.ts";

const PERIOD = { firstDay: "2026-11-10", lastDay: "2026-11-16" };
const ID = "0198c0de-0000-7000-8000-000000000001";

describe("[32.50] what an address compares with", () => {
  it.each([
    ["before", "before", { kind: "days", firstDay: "2026-11-03", lastDay: "2026-11-09" }],
    ["2026-02-26", "days", { kind: "days", firstDay: "2026-02-26", lastDay: "2026-03-04" }],
    [ID, "record", { kind: "record", id: ID }],
    // Not chosen yet.
    ["record", "record", null],
    ["", "", null],
    ["yesterday", "", null],
    ["2026-13-40", "", null],
  ])("%s", (vs, choice, versus) => {
    expect([readChoice({ vs }), readVersus({ vs }, PERIOD)]).toEqual([choice, versus]);
  });

  it("is nothing for days that end before they begin", () => {
    expect(readVersus({ vs: "before" }, { firstDay: "2026-11-10", lastDay: "2026-11-01" })).toBeNull();
  });
});

it("[32.50] pairs the values of both, and makes up no number that is among the others", () => {
  const statsOf = (countries: Record<string, number>, rest: number) =>
    ({
      breakdowns: { countries: Object.entries(countries).map(([value, clicks]) => ({ value, clicks })) },
      rest: { countries: rest },
    }) as unknown as Stats;
  const pairs = toPairs("countries", statsOf({ DE: 9, FR: 2 }, 0), statsOf({ US: 5, DE: 3 }, 7));
  expect(pairs).toEqual([
    { value: "DE", clicks: 9, beside: 3 },
    { value: "FR", clicks: 2, beside: null },
    { value: "US", clicks: 0, beside: 5 },
  ]);
  expect(toPairs("tags", statsOf({}, 0), statsOf({}, 0))).toEqual([]);
});
