import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { StaticFile } from "./folder.ts";

const OWN = join(import.meta.dirname, "docs");
/** The package that draws the page. */
export const RENDERER = join(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"), "..");

const FILES = [
  join(OWN, "index.html"),
  join(OWN, "docs.js"),
  join(OWN, "docs.css"),
  join(RENDERER, "swagger-ui.css"),
  join(RENDERER, "swagger-ui-bundle.js"),
  // The bundle names its authors there.
  join(RENDERER, "swagger-ui-bundle.js.LICENSE.txt"),
];

/** The page that shows the OpenAPI document, with all that it needs: it asks no other host for anything. */
export async function reference(): Promise<StaticFile[]> {
  return await Promise.all(
    FILES.map(async (file) => ({
      path: `docs/${file.slice(file.lastIndexOf("/") + 1)}`,
      contents: await readFile(file),
    })),
  );
}
