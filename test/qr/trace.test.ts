import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Corner, Outline } from "../../src/qr/outline.ts";
import { traceAreas } from "../../src/qr/trace.ts";

const RADII = { convex: 0.5, concave: 0.25 };

/** Rows of `#` and `.`. */
function trace(...rows: string[]): Outline[] {
  return traceAreas((x, y) => rows[y]?.[x] === "#", rows.length, RADII);
}

/** Negative where an outline runs counter-clockwise. */
function areaOf({ corners }: Outline): number {
  return corners.reduce((total, { x, y }, index) => {
    const next: Corner = corners[(index + 1) % corners.length] ?? { x, y };
    return total + (x * next.y - next.x * y) / 2;
  }, 0);
}

describe("the outlines of a grid", () => {
  it("go around one module in four round corners", () => {
    const [outline] = trace("#");
    expect(outline).toEqual({
      isClosed: true,
      corners: [
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ].map(([x, y]) => ({ x, y, radius: RADII.convex })),
    });
  });

  it("have no corners along straight edges, and round those that turn inwards less", () => {
    const [outline, ...others] = trace("#..", "#..", "###");
    expect(others).toEqual([]);
    expect(outline?.corners).toHaveLength(6);
    expect(outline?.corners.filter(({ radius }) => radius === RADII.concave)).toEqual([
      { x: 1, y: 2, radius: RADII.concave },
    ]);
  });

  it("run the other way around holes", () => {
    expect(trace("###", "#.#", "###").map(areaOf)).toEqual([9, -1]);
  });

  it("keep modules apart that touch at a corner", () => {
    expect(trace("#.", ".#").map(areaOf)).toEqual([1, 1]);
    expect(trace("####", "#.##", "##.#", "####").map(areaOf)).toEqual([16, -2]);
  });

  it("are empty if no module is dark", () => {
    expect(trace("..", "..")).toEqual([]);
  });

  it("enclose as much as is dark, on any grid", () => {
    const row = fc.array(fc.constantFrom("#", "."), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 9, maxLength: 9 }), (grid) => {
        const dark = grid.flat().filter((module) => module === "#").length;
        const area = trace(...grid.map((cells) => cells.join(""))).reduce(
          (sum, outline) => sum + areaOf(outline),
          0,
        );
        expect(area).toBe(dark);
      }),
    );
  });
});
