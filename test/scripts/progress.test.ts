import { expect, test } from "vitest";
import { createProgress, toPercent } from "../../scripts/support/progress.ts";

function record(isTTY: boolean, lines = ["1 of 2", "1 of 2", "2 of 2"]): string {
  const writes: string[] = [];
  const show = createProgress({ isTTY, write: (text) => writes.push(text) });
  for (const line of lines) show(line);
  return writes.join("");
}

test("writes each new line once if the output is not a terminal", () => {
  expect(record(false)).toBe("1 of 2\n2 of 2\n");
});

test("rewrites one line on a terminal and leaves the cursor below it", () => {
  expect(record(true)).toBe("1 of 2\n\u001B[1A\u001B[K2 of 2\n");
});

test("draws a bar on a terminal, and elsewhere writes a line for every tenth of a task", () => {
  const lines = ["a: 0 %", "a: 9 %", "a: 54 %", "a: 59 %", "b (54 %)", "b (100 %)"];
  expect(record(false, lines)).toBe("a: 0 %\na: 54 %\nb (54 %)\nb (100 %)\n");
  const [first = "", ...others] = record(true, lines).split("\n\u001B[1A\u001B[K");
  expect([first, others[1], others.at(-1)]).toEqual([
    `${"░".repeat(20)} a: 0 %`,
    `${"█".repeat(10)}${"░".repeat(10)} a: 54 %`,
    `${"█".repeat(20)} b (100 %)\n`,
  ]);
});

test.each([
  [1_000, 2_500, "40 %"],
  [2_499, 2_500, "99 %"],
  [2_500, 2_500, "100 %"],
  [0, 0, "100 %"],
])("%d of %d are %s", (done, total, expected) => {
  expect(toPercent(done, total)).toBe(expected);
});
