import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../support/project.ts";
import type { StaticFile } from "./static-file.ts";

/** The OpenAPI document as `npm run openapi` has written it, at the address that the API answers it at. */
export async function apiDocument(): Promise<StaticFile[]> {
  return [{ path: "v1/openapi.json", contents: await readFile(join(PROJECT_FOLDER, "docs/openapi.json")) }];
}
