import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hasPreviousRelease } from "../upgrade/previous-release.ts";

/** The steps of docs/upgrading.md that deploy the previous release again. */

const page = readFileSync("docs/upgrading.md", "utf8");
const steps = page.slice(page.indexOf("### From this release to "));

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

function readPrevious(path: string): string {
  const name = readFileSync("test/upgrade/previous-release", "utf8").trim();
  return execFileSync("git", ["show", `${name}:${path}`], { encoding: "utf8" });
}

describe.runIf(hasPreviousRelease())("the steps to go back", () => {
  it("give the previous release all migrations of Durable Objects, in their order", () => {
    const own = listMigrations(readFileSync("wrangler.toml", "utf8"));
    expect(own.length).toBeGreaterThan(1);
    expect([...listMigrations(readPrevious("wrangler.toml")), ...listMigrations(blockOf("toml"))]).toEqual(
      own,
    );
  });

  it("make the previous release export every class of these migrations", () => {
    const classes = [
      ...readFileSync("wrangler.toml", "utf8").matchAll(/^new_sqlite_classes = \["(\w+)"\]$/gm),
    ];
    expect(classes.length).toBeGreaterThan(1);
    const index = `${readPrevious("src/index.ts")}\n${blockOf("ts")}`;
    const missing = classes.filter(
      ([, name]) => !new RegExp(`^export (?:class|\\{) ${name}\\b`, "m").test(index),
    );
    expect(missing).toEqual([]);
  });
});
