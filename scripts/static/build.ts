import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getPattern } from "isbot";
import { SHOWN } from "../../src/admin/schema/shown.ts";
import { SENTENCES } from "../../src/domain/refusal/sentences.ts";
import { PROJECT_FOLDER, STATIC_FOLDER } from "../support/project.ts";
import { dashboard } from "./dashboard.ts";
import { reference } from "./reference.ts";
import { report } from "./report.ts";
import { listFiles, writeChanged, type StaticFile } from "./folder.ts";

/** The builders of static files. Their paths must differ. */
const SOURCES: (() => Promise<StaticFile[]>)[] = [apiDocument, dashboard, reference, report];

/**
 * Builds the folder of the admin host's static files, which `wrangler.toml` names, and beside it the texts that the
 * Worker imports. The local worker, the deployment and the tests call it before wrangler reads the folder. Several processes may do so at once: correct files are not
 * touched, and other files are replaced atomically.
 */
export async function buildStaticFiles(folder = STATIC_FOLDER): Promise<void> {
  const files = (await Promise.all(SOURCES.map((source) => source()))).flat();
  await Promise.all(files.map((file) => writeChanged(folder, file)));
  await Promise.all([sentences(), shown(), bots()].map((file) => writeChanged(dirname(STATIC_FOLDER), file)));
  const wanted = new Set(files.map(({ path }) => path));
  const others = (await listFiles(folder)).filter(({ path }) => !wanted.has(path));
  await Promise.all(others.map(({ file }) => rm(file, { force: true })));
}

/** What each code of the API says in English, for `src/domain/refusal/worker-sentences.ts`. */
function sentences(): StaticFile {
  return { path: "sentences.txt", contents: Buffer.from(JSON.stringify(SENTENCES)) };
}

/** Which members answers have, for `src/admin/schema/worker-shown.ts`. */
function shown(): StaticFile {
  return { path: "shown.txt", contents: Buffer.from(JSON.stringify(SHOWN)) };
}

/** What the user agent of a bot looks like, for `src/domain/worker-isbot.ts`. */
function bots(): StaticFile {
  return { path: "bots.txt", contents: Buffer.from(getPattern().source) };
}

/** The OpenAPI document as `npm run openapi` has written it, at the address that the API answers it at. */
async function apiDocument(): Promise<StaticFile[]> {
  return [{ path: "v1/openapi.json", contents: await readFile(join(PROJECT_FOLDER, "docs/openapi.json")) }];
}
