import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/** What a visit evaluates: the static imports of a module, followed to their end. */

const IMPORT = /^(?:import|export) (?!type )(?:[^;"]* from )?"(?<specifier>[^"]+)";/gm;

function packagesOf(entry: string): string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { groups } of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const specifier = groups?.["specifier"] ?? "";
      if (specifier.startsWith(".")) open.push(normalize(join(dirname(file), specifier)));
      else if (!specifier.startsWith("cloudflare:")) packages.add(specifier);
    }
  }
  return [...packages];
}

const modules = readdirSync("src/visitor", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join("src/visitor", name));

/** Modules that are loaded when a visit needs them, with the libraries that they use. */
const LOADED_WHEN_NEEDED: Record<string, string[]> = {
  "src/visitor/read-several.ts": ["punycode/punycode.es6.js"],
  "src/visitor/sent-facts.ts": ["#isbot"],
  "src/visitor/special.ts": ["#isbot", "punycode/punycode.es6.js"],
};

describe("[5.14] no library is evaluated before it is needed", () => {
  it.each(["src/index.ts", ...modules])("by %s", (entry) => {
    expect(packagesOf(entry)).toEqual(LOADED_WHEN_NEEDED[entry] ?? []);
  });

  it("and bcryptjs is what a hash is computed with", () => {
    expect(packagesOf("src/runtime/password.ts")).toEqual(["bcryptjs"]);
  });
});
