import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const IMPORT = /(?:from|import\()\s*"(?<specifier>\.[^"]+)"/g;

test("no module of the Worker imports the readers of files", () => {
  const modules = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => join("src", name))
    .filter((name) => name.endsWith(".ts") && !name.startsWith(join("src", "import")));
  const importing = modules.filter((module) =>
    [...readFileSync(module, "utf8").matchAll(IMPORT)].some(({ groups }) =>
      normalize(join(dirname(module), groups?.["specifier"] ?? "")).startsWith(join("src", "import")),
    ),
  );
  // The dashboard is a program of its own.
  expect(importing.filter((module) => !module.startsWith(join("src", "dashboard")))).toEqual([]);
});
