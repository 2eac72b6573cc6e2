import { rm } from "node:fs/promises";
import { STATIC_FOLDER } from "../support/project.ts";
import { apiDocument } from "./api-document.ts";
import { dashboard } from "./dashboard.ts";
import { reference } from "./reference.ts";
import type { StaticFile } from "./static-file.ts";
import { listFiles, writeChanged } from "./folder.ts";

/** The builders of static files. Their paths must differ. */
const SOURCES: (() => Promise<StaticFile[]>)[] = [apiDocument, dashboard, reference];

/**
 * Builds the folder of the admin host's static files, which `wrangler.toml` names. The local worker, the deployment
 * and the tests call it before wrangler reads the folder. Several processes may do so at once: correct files are not
 * touched, and other files are replaced atomically.
 */
export async function buildStaticFiles(folder = STATIC_FOLDER): Promise<void> {
  const files = (await Promise.all(SOURCES.map((source) => source()))).flat();
  await Promise.all(files.map((file) => writeChanged(folder, file)));
  const wanted = new Set(files.map(({ path }) => path));
  const others = (await listFiles(folder)).filter(({ path }) => !wanted.has(path));
  await Promise.all(others.map(({ file }) => rm(file, { force: true })));
}
