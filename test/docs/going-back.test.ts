import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hasPreviousReleases, readPreviousFile } from "../upgrade/previous-release.ts";

/** The steps of docs/upgrading.md that deploy 0.1.0 again. */

const page = readFileSync("docs/upgrading.md", "utf8");
const steps = page.slice(page.indexOf("### From this release to 0.1.0"));

/** Returns the first block of the steps in a language, without its indentation. */
function blockOf(language: string): string {
  const [, text = ""] = new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, "m").exec(steps) ?? [];
  return text.replaceAll(/^ {3}/gm, "");
}

/** Returns the Durable Object migrations of a wrangler.toml, each as its lines. */
function listMigrations(toml: string): string[] {
  return toml
    .split(/^(?=\[)/m)
    .filter((table) => table.startsWith("[[migrations]]"))
    .map((table) => table.trim());
}

describe.runIf(hasPreviousReleases())("the steps to go back", () => {
  it("give the previous release all migrations of Durable Objects, in their order", () => {
    const own = listMigrations(readFileSync("wrangler.toml", "utf8"));
    expect(own.length).toBeGreaterThan(1);
    expect([
      ...listMigrations(readPreviousFile("0.1.0", "wrangler.toml")),
      ...listMigrations(blockOf("toml")),
    ]).toEqual(own);
  });

  it("make the previous release export every class of these migrations", () => {
    const classes = [
      ...readFileSync("wrangler.toml", "utf8").matchAll(/^new_sqlite_classes = \["(\w+)"\]$/gm),
    ];
    expect(classes.length).toBeGreaterThan(1);
    const index = `${readPreviousFile("0.1.0", "src/index.ts")}\n${blockOf("ts")}`;
    const missing = classes.filter(
      ([, name]) => !new RegExp(`^export (?:class|\\{) ${name}\\b`, "m").test(index),
    );
    expect(missing).toEqual([]);
  });
});
