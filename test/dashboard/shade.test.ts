import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COUNTRY_CODES } from "../../src/domain/client/country.ts";
import { shadeBounds, shadeOf } from "../../src/dashboard/component/shade.ts";

describe("shades", () => {
  it.each([
    [0, []],
    [1, [1]],
    [3, [1, 2, 3]],
    [100, [4, 16, 36, 64, 100]],
  ])("up to %i end at %j", (most, bounds) => {
    expect(shadeBounds(most)).toEqual(bounds);
  });

  it("are the strongest for the largest number, and none for nothing", () => {
    const bounds = shadeBounds(100);
    expect([0, 1, 4, 5, 64, 65, 100].map((value) => shadeOf(value, bounds))).toEqual([0, 1, 1, 2, 4, 5, 5]);
    expect([0, 1].map((value) => shadeOf(value, shadeBounds(1)))).toEqual([0, 5]);
    expect(shadeOf(0, [])).toBe(0);
  });
});

it("[32.48] the map has the outlines of all countries but a few territories, in 60 kB", () => {
  const text = readFileSync("src/dashboard/screen/insights/map/world.json", "utf8");
  expect(text.length).toBeLessThan(60_000);
  const { countries } = JSON.parse(text) as { countries: Record<string, string> };
  const missing = COUNTRY_CODES.filter((code) => countries[code] === undefined);
  // Natural Earth draws them with France, Norway, the Netherlands, New Zealand and Australia, or not at all.
  expect(missing.toSorted().join(" ")).toBe("AQ BQ BV CC CX GF GI GP MQ RE SJ TK TV UM YT");
  for (const outline of Object.values(countries)) expect(outline).toMatch(/^M[\d. a-z-]+z/i);
});
