import { expect, test } from "vitest";
import { createProgress } from "../../../scripts/import/progress.ts";

function record(isTTY: boolean): string {
  const writes: string[] = [];
  const showProgress = createProgress({ isTTY, write: (text) => writes.push(text) });
  showProgress(1_000, 2_500);
  showProgress(2_500, 2_500);
  return writes.join("");
}

test("writes a line a call where the output is no terminal", () => {
  expect(record(false)).toBe("1000 of 2500 rows sent (40 %)\n2500 of 2500 rows sent (100 %)\n");
});

test("rewrites one line on a terminal and leaves the cursor below it", () => {
  expect(record(true)).toBe(
    "1000 of 2500 rows sent (40 %)\n\u001B[1A\u001B[K2500 of 2500 rows sent (100 %)\n",
  );
});
