import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A door is a translation. What it has beyond that belongs to the services, so that it stays small (ARCHITECTURE.md). */
const MAX_LINES = 400;

/** Counts lines of code: neither empty, nor comments, nor imports. */
function countCode(text: string): number {
  const code = text.replaceAll(/^import\b[^;]*;$|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

it.each(globSync("src/door/*"))("%s has at most 400 lines of code", (door) => {
  const lines = globSync(`${door}/**/*.ts`).map((file) => countCode(readFileSync(file, "utf8")));
  const sum = lines.reduce((all, one) => all + one, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(MAX_LINES);
});
