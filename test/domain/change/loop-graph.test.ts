import { describe, expect, it } from "vitest";
import { LoopGraph, slotKey } from "../../../src/domain/change/loop-graph.ts";
import { exactSlot, type Slot } from "../../../src/domain/slot.ts";
import type { FoldedPath } from "../../../src/domain/path.ts";

const slotOf = (name: string): Slot => ({ host: "a.example", slot: exactSlot(`/${name}` as FoldedPath) });

/** Builds a graph of edges such as `a>b`; the index of a record is that of its letter. */
function graphOf(...edges: string[]): LoopGraph {
  const graph = new LoopGraph();
  const targets = Map.groupBy(
    edges.map((edge) => edge.split(">") as [string, string]),
    ([from]) => from,
  );
  for (const [from, list] of targets) {
    const keys = new Set(list.map(([, to]) => slotKey(slotOf(to))));
    graph.add({ chunk: 0, index: from.charCodeAt(0) - 97 }, slotOf(from), keys);
  }
  return graph;
}

const circles = (groupSize: number, ...edges: string[]) =>
  graphOf(...edges)
    .circles(groupSize)
    .map((group) => group.map(({ index }) => String.fromCharCode(97 + index)).join(""));

describe("[28.19] the graph of a change", () => {
  it.each([
    [["a>b", "b>c", "c>d"], []],
    [["a>b", "b>a"], ["ab"]],
    [["a>b", "b>c", "c>a", "d>a", "c>e", "e>f"], ["abc"]],
    [
      ["a>b", "b>a", "c>d", "d>c"],
      ["ab", "cd"],
    ],
    // What may be on a circle is taken for it: a way between two is followed with them.
    [["a>b", "b>a", "b>c", "c>d", "d>e", "e>d"], ["abcde"]],
    [["a>a", "b>a"], []],
  ])("has on circles of %j: %j", (edges, expected) => {
    expect(circles(2, ...edges)).toEqual(expected);
  });

  it("has one group for several circles, as long as they fit", () => {
    expect(circles(4, "a>b", "b>a", "c>d", "d>c", "e>f", "f>e")).toEqual(["abcd", "ef"]);
  });

  it("holds 50,000 records on one circle", () => {
    const graph = new LoopGraph();
    for (let index = 0; index < 50_000; index++) {
      graph.add(
        { chunk: 0, index },
        slotOf(`${index}`),
        new Set([slotKey(slotOf(`${(index + 1) % 50_000}`))]),
      );
    }
    expect(graph.circles(500).map(({ length }) => length)).toEqual([50_000]);
  });
});
