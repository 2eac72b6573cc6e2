import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Each rule of a file, without the comments: its selectors and its declarations. */
function* rulesOf(file: string): Generator<{ selectors: string[]; body: string }> {
  const text = readFileSync(file, "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
  for (const [, list = "", body = ""] of text.matchAll(/([^{}]+)\{([^{}]*)/g)) {
    yield { selectors: list.split(",").map((one) => one.trim()), body: body.trim() };
  }
}

const FILES = globSync("src/dashboard/style/*.css");

it.each(FILES)("%s has no empty rule, and names no selector twice in a list", (file) => {
  for (const { selectors, body } of rulesOf(file)) {
    expect(new Set(selectors).size, selectors.join(", ")).toBe(selectors.length);
    if (!selectors.some((one) => one.startsWith("@"))) expect(body, selectors.join(", ")).not.toBe("");
  }
});

it("takes the browser's margins from headings, paragraphs and lists", () => {
  const reset = [...rulesOf("src/dashboard/style/base.css")].filter(({ body }) =>
    body.startsWith("margin: 0;"),
  );
  const selectors = reset.flatMap((rule) => rule.selectors);
  expect(selectors).toEqual(
    expect.arrayContaining(["h1", "h2", "h3", "p", "ul", "ol", "dl", "dd", "figure"]),
  );
});

it("gives each class one file, so that no screen changes the look of another", () => {
  const homes = new Map<string, Set<string>>();
  for (const file of FILES) {
    for (const { selectors } of rulesOf(file)) {
      const classes = selectors.filter((selector) => /^\.[\w-]+$/.test(selector));
      for (const name of classes) homes.set(name, (homes.get(name) ?? new Set()).add(file));
    }
  }
  expect([...homes].filter(([, files]) => files.size > 1).map(([name]) => name)).toEqual([]);
});
