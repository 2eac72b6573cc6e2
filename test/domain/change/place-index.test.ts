import { expect, it } from "vitest";
import type { PlannedRow } from "../../../src/domain/change/change.ts";
import { packPlaces, PlaceIndex } from "../../../src/domain/change/place-index.ts";
import { sourceOf } from "../../support/records.ts";
import { hostname } from "../../support/hostname.ts";

const place = (suffix: string) => ({ host: hostname("old.example"), source: sourceOf(suffix) });

function rowAt(suffix: string, line: number): PlannedRow {
  return {
    id: null,
    handler: "redirect",
    place: place(suffix),
    line,
    result: "created",
    version: 0,
    before: null,
    after: null,
  };
}

it("finds the first line of a place, in as many places as a change may have", () => {
  const COUNT = 100_000;
  const rows = Array.from({ length: COUNT }, (_, i) => rowAt(`/p/${i}`, i + 1));
  const index = new PlaceIndex([
    { places: packPlaces(rows.slice(0, COUNT / 2)) },
    { places: packPlaces([rowAt("/p/1", 7), ...rows.slice(COUNT / 2)]) },
  ]);
  expect(rows.filter((row, i) => row.place === null || index.lineOf(row.place) !== i + 1)).toEqual([]);
  expect(index.lineOf(place("/P/1"))).toBeUndefined();
  expect(index.lineOf(place(`/p/${COUNT}`))).toBeUndefined();
});

it("leaves out rows without a place", () => {
  expect(packPlaces([{ ...rowAt("/a", 1), place: null }])).toHaveLength(0);
});
