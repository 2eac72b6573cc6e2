import { describe, expect, it } from "vitest";
import type { LinkRecord } from "../../src/dashboard/api/types.ts";
import { lastingOf } from "../../src/dashboard/screen/records/lasting.ts";
import { joinEnd, lastingPlace, splitRouting } from "../../src/dashboard/screen/record/routing-form.ts";

const AT = "2026-12-24T00:00:00.000Z";
const A = "https://a.example/";
const B = "https://b.example/";
const { destinations } = splitRouting([A, B], "random", B);
const [a = { url: "", weight: "" }, b = { url: "", weight: "" }] = destinations;

describe("[6.8] the end of a distribution in the form", () => {
  it("is what was read", () => {
    expect(lastingPlace(destinations)).toBe(1);
    expect(joinEnd(destinations, AT)).toEqual({ at: AT, destination: B });
    expect(joinEnd(destinations, null)).toBeNull();
  });

  it("goes with its destination, in another place and with another URL", () => {
    expect(joinEnd([b, a], AT)).toEqual({ at: AT, destination: B });
    expect(joinEnd([a, { ...b, url: " https://c.example/ " }], AT)).toEqual({
      at: AT,
      destination: "https://c.example/",
    });
  });

  it("names the first unless one was chosen, and needs two", () => {
    expect(joinEnd(splitRouting([A, B], "random").destinations, AT)).toEqual({ at: AT, destination: A });
    expect(joinEnd([a, { url: " ", weight: "1" }], AT)).toBeNull();
  });
});

it("[32.25] the list shows the destination that stays, from the moment of the end on", () => {
  const record = { routing_ends: { at: AT, destination: B } } as LinkRecord;
  const atMs = Date.parse(AT);
  expect([atMs - 1, atMs].map((nowMs) => lastingOf(record, nowMs))).toEqual([null, B]);
  expect(lastingOf({ ...record, routing_ends: null }, atMs)).toBeNull();
});
