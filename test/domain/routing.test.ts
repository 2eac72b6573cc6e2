import { say } from "../../src/domain/refusal/say.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseDestination } from "../../src/domain/choose-destination.ts";
import {
  formatRouting,
  narrowRouting,
  parseRouting,
  type Condition,
  type Routing,
} from "../../src/domain/routing.ts";

describe("destination_routing", () => {
  test.each(["primary", "random", "sequential", "fastest"])("%s is accepted", (kind) => {
    expect(parseRouting(kind)).toEqual({ ok: true, value: { kind } });
    expect(formatRouting({ kind } as Routing)).toBe(kind);
  });

  test.each([
    ["weighted:70,20,10", [70, 20, 10]],
    ["weighted:1", [1]],
    ["weighted:0,1", [0, 1]],
    ["weighted:0.5,0.25", [0.5, 0.25]],
    ["weighted:70, 20, 10", [70, 20, 10]],
    ["weighted:0.000001,1", [0.000001, 1]],
  ])("%s has one non-negative number per destination", (text, weights) => {
    expect(parseRouting(text)).toEqual({ ok: true, value: { kind: "weighted", weights } });
  });

  test.each([
    ["nothing", ""],
    ["another word", "first"],
    ["another letter case", "Random"],
    ["white space around", " random"],
    ["weighted without numbers", "weighted"],
    ["weighted with nothing", "weighted:"],
    ["an empty number", "weighted:1,,2"],
    ["a trailing comma", "weighted:1,"],
    ["a negative number", "weighted:-1,2"],
    ["a word", "weighted:many,2"],
    ["infinity", "weighted:Infinity,1"],
    ["no number", "weighted:NaN,1"],
    ["a number in hex", "weighted:0x1,1"],
    ["[6.4] a sum of zero", "weighted:0,0"],
    ["a single zero", "weighted:0"],
    ["numbers behind random", "random:1,2"],
  ])("%s is refused", (_, text) => {
    expect(parseRouting(text)).toMatchObject({ ok: false, reason: expect.any(Object) });
  });

  test("what was accepted is written so that it can be read again", () => {
    const weight = fc
      .tuple(fc.nat(999_999_999), fc.option(fc.stringMatching(/^\d{1,6}$/)))
      .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 20 }), (weights) => {
        const parsed = parseRouting(`weighted:${weights.join(",")}`);
        fc.pre(parsed.ok);
        if (parsed.ok) expect(parseRouting(formatRouting(parsed.value))).toEqual(parsed);
      }),
      { examples: [[["0.000001", "999999999.999999"]], [["0.0000001", "1"]]] },
    );
  });
});

const refuse = () => {
  throw new Error("this routing needs no chance");
};
const drawn = (draw: number) => ({ draw: () => draw, turn: refuse });
const taken = (turn: number) => ({ draw: refuse, turn: () => turn });
const almostOne = 1 - Number.EPSILON / 2;

describe("the destination of one visit", () => {
  test.each(["primary", "fastest"] as const)("%s is the first while nothing was measured", (kind) => {
    expect(chooseDestination({ routing: { kind }, count: 3 }, { draw: refuse, turn: refuse })).toBe(0);
  });

  test("[6.5] random gives equal chances", () => {
    const counts = [0, 0, 0];
    for (let i = 0; i < 300; i++) {
      const index = chooseDestination({ routing: { kind: "random" }, count: 3 }, drawn(i / 300));
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(counts).toEqual([100, 100, 100]);
  });

  test.each([1, 2, 3, 20])("random stays within %i destinations", (count) => {
    expect(chooseDestination({ routing: { kind: "random" }, count }, drawn(0))).toBe(0);
    expect(chooseDestination({ routing: { kind: "random" }, count }, drawn(almostOne))).toBe(count - 1);
  });

  test("sequential goes from one to the next and begins again", () => {
    const visits = [7, 8, 9, 10, 11, 12].map((turn) =>
      chooseDestination({ routing: { kind: "sequential" }, count: 3 }, taken(turn)),
    );
    expect(visits).toEqual([1, 2, 0, 1, 2, 0]);
  });

  test.each([
    ["in proportion", [70, 20, 10], [700, 200, 100]],
    ["whatever the sum", [7, 2, 1], [700, 200, 100]],
    ["with fractions", [0.5, 0.25, 0.25], [500, 250, 250]],
    ["none for a weight of zero", [0, 1, 0], [0, 1000, 0]],
    ["all to the only one", [5], [1000]],
  ])("[6.5] weighted gives chances %s", (_, weights, expected) => {
    const counts = weights.map(() => 0);
    for (let i = 0; i < 1000; i++) {
      const index = chooseDestination(
        { routing: { kind: "weighted", weights }, count: weights.length },
        drawn((i + 0.5) / 1000),
      );
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(counts).toEqual(expected);
  });

  test("weighted never draws a weight of zero", () => {
    const weights = fc
      .array(fc.oneof(fc.constant(0), fc.double({ min: 0.000001, max: 999_999_999, noNaN: true })), {
        minLength: 1,
      })
      .filter((list) => list.some((weight) => weight > 0));
    const draws = fc.oneof(fc.constantFrom(0, almostOne), fc.double({ min: 0, max: almostOne, noNaN: true }));
    fc.assert(
      fc.property(weights, draws, (list, draw) => {
        const index = chooseDestination(
          { routing: { kind: "weighted", weights: list }, count: list.length },
          drawn(draw),
        );
        expect(list[index]).toBeGreaterThan(0);
      }),
    );
  });
});

/** `h20` is healthy with 20 ms in the last run, `h` healthy without; `b` broken, `p` pending. */
function conditions(text: string): Condition[] {
  const states = { h: "healthy", b: "broken", p: "pending" } as const;
  return text.split(" ").map((word) => ({
    state: states[word.charAt(0) as keyof typeof states],
    latencyMs: word.length > 1 ? Number(word.slice(1)) : null,
  }));
}

/** The destinations that visits can get, by how often of a thousand. */
function spread(text: string, found: string, skipsBroken: boolean): number[] {
  const routing = parseRouting(text);
  if (!routing.ok) throw new Error(say(routing.reason));
  const choice = narrowRouting(routing.value, conditions(found), skipsBroken);
  const counts = conditions(found).map(() => 0);
  for (let i = 0; i < 1000; i++) {
    const index = chooseDestination(choice, { draw: () => (i + 0.5) / 1000, turn: () => i });
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

describe("broken destinations", () => {
  test.each([
    ["primary", "b1 h1 h1", [0, 1000, 0]],
    ["primary", "b1 b1 h1", [0, 0, 1000]],
    ["primary", "h1 b1 h1", [1000, 0, 0]],
    ["random", "b1 h1 h1", [0, 500, 500]],
    ["random", "h1 b1 p", [500, 0, 500]],
    ["sequential", "h1 b1 h1", [500, 0, 500]],
    ["weighted:70,20,10", "b1 h1 h1", [0, 667, 333]],
    ["weighted:70,20,10", "h1 b1 b1", [1000, 0, 0]],
    ["weighted:1,0,0", "b1 h1 h1", [0, 500, 500]],
    ["weighted:1,0,0", "b1 b1 h1", [0, 0, 1000]],
  ])("[7.7] of %s are skipped: %s → %j", (routing, found, expected) => {
    expect(spread(routing, found, true)).toEqual(expected);
  });

  test.each([
    ["primary", "b b", [1000, 0]],
    ["random", "b b", [500, 500]],
    ["sequential", "b b", [500, 500]],
    ["weighted:70,30", "b b", [700, 300]],
    ["primary", "b p", [1000, 0]],
    ["random", "b p", [500, 500]],
  ])("[7.7] of %s are not skipped where no healthy one is left: %s → %j", (routing, found, expected) => {
    expect(spread(routing, found, true)).toEqual(expected);
  });

  test.each([
    ["primary", "b1 h1", [1000, 0]],
    ["random", "b1 h1", [500, 500]],
    ["sequential", "b1 h1", [500, 500]],
    ["weighted:70,30", "b1 h1", [700, 300]],
  ])("[7.7] of %s are not skipped where the record does not switch: %s → %j", (routing, found, expected) => {
    expect(spread(routing, found, false)).toEqual(expected);
  });

  test("change nothing about a record without them", () => {
    for (const text of ["primary", "random", "sequential", "weighted:1,2"]) {
      const routing = parseRouting(text);
      if (!routing.ok) throw new Error(say(routing.reason));
      expect(narrowRouting(routing.value, conditions("h1 h1"), true)).toEqual({
        count: 2,
        routing: routing.value,
      });
    }
  });
});

describe("fastest", () => {
  test.each([
    ["the lowest latency", "h30 h10 h20", 1],
    ["the lowest latency, zero included", "h30 h10 h0", 2],
    ["the first of equals", "h20 h10 h10", 1],
    ["no broken one, however fast it was", "b1 h30 h20", 2],
    ["none that failed in the last run", "h h30 h20", 2],
    ["a healthy one rather than one that nothing is known of", "p h30", 1],
    ["the first healthy one where all failed in the last run", "b1 h h", 1],
    ["the primary while nothing is known", "p p", 0],
    ["the primary where all are broken", "b1 b0", 0],
    ["the primary where none is healthy", "b1 p", 0],
  ])("[7.8] is %s: %s → %i", (_, found, expected) => {
    for (const skipsBroken of [true, false]) {
      expect(spread("fastest", found, skipsBroken)[expected]).toBe(1000);
    }
  });
});

test("[6.5] a weight of zero gets nobody, even if rounding leaves a rest", () => {
  const routing = { kind: "weighted" as const, weights: [1, 1.9, 2.9, 1.6, 0] };
  const chance = { draw: () => 1 - 2 ** -53, turn: () => 0 };
  expect(chooseDestination({ count: 5, routing }, chance)).toBe(3);
});
