import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("gives each class one file, so that no screen changes the look of another", () => {
  const homes = new Map<string, Set<string>>();
  for (const file of globSync("src/dashboard/style/*.css")) {
    const text = readFileSync(file, "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
    for (const [, selectors = ""] of text.matchAll(/([^{}]+)\{/g)) {
      const classes = selectors.split(",").filter((selector) => /^\s*\.[\w-]+\s*$/.test(selector));
      for (const name of classes) homes.set(name.trim(), (homes.get(name.trim()) ?? new Set()).add(file));
    }
  }
  expect([...homes].filter(([, files]) => files.size > 1).map(([name]) => name)).toEqual([]);
});
