import { expect, test } from "vitest";
import { createProgress, toPercent } from "../../scripts/support/progress.ts";

function record(isTTY: boolean): string {
  const writes: string[] = [];
  const show = createProgress({ isTTY, write: (text) => writes.push(text) });
  for (const line of ["1 of 2", "1 of 2", "2 of 2"]) show(line);
  return writes.join("");
}

test("writes each new line once where the output is no terminal", () => {
  expect(record(false)).toBe("1 of 2\n2 of 2\n");
});

test("rewrites one line on a terminal and leaves the cursor below it", () => {
  expect(record(true)).toBe("1 of 2\n\u001B[1A\u001B[K2 of 2\n");
});

test.each([
  [1_000, 2_500, "40 %"],
  [2_499, 2_500, "99 %"],
  [2_500, 2_500, "100 %"],
  [0, 0, "100 %"],
])("%d of %d are %s", (done, total, expected) => {
  expect(toPercent(done, total)).toBe(expected);
});
