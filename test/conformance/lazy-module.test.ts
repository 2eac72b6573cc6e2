import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

/** Returns the files and packages that a file imports by a pattern, as paths from the project's root. */
function importsOf(file: string, pattern: RegExp): string[] {
  const specifiers = Array.from(
    readFileSync(file, "utf8").matchAll(pattern),
    ([, specifier = ""]) => specifier,
  );
  return specifiers.map((one) => (one.startsWith(".") ? normalize(join(dirname(file), one)) : one));
}

it("modules that the Worker loads on demand are loaded before tests in workerd", () => {
  const lazy = globSync("src/**/*.ts", { exclude: ["src/dashboard/**"] }).flatMap((file) =>
    importsOf(file, /\bimport\(\s*"([^"]+)"/g),
  );
  const loaded = importsOf("test/support/load-lazy-modules.ts", /^import "([^"]+)";/gm);
  expect(loaded.toSorted()).toEqual([...new Set(lazy)].toSorted());
});
