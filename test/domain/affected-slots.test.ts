import { describe, expect, it } from "vitest";
import { isMoved, slotsOfSource } from "../../src/domain/affected-slots.ts";
import { toCanonicalPath } from "../../src/domain/path.ts";
import type { Source } from "../../src/domain/source.ts";
import { hostname } from "../support/hostname.ts";

const at = (source: Source, host = "a.example") => ({ host: hostname(host), source });

describe("slots that a write affects", () => {
  it("are two for a source with a query: its own, and the exact slot of its path", () => {
    expect(slotsOfSource({ kind: "query", path: toCanonicalPath("/Sale"), query: "id=7" })).toEqual([
      "q/sale?id=7",
      "p/sale",
    ]);
    expect(slotsOfSource({ kind: "exact", path: toCanonicalPath("/Sale") })).toEqual(["p/sale"]);
  });

  it.each<[string, boolean, ReturnType<typeof at>]>([
    ["the same source", false, at({ kind: "prefix", path: toCanonicalPath("/blog") })],
    ["another host", true, at({ kind: "prefix", path: toCanonicalPath("/blog") }, "b.example")],
    ["another path", true, at({ kind: "prefix", path: toCanonicalPath("/news") })],
    [
      "an exact path that reads like the prefix",
      true,
      at({ kind: "exact", path: toCanonicalPath("/blog/*") }),
    ],
  ])("take %s for a move: %s", (_, expected, after) => {
    expect(isMoved(at({ kind: "prefix", path: toCanonicalPath("/blog") }), after)).toBe(expected);
  });
});
