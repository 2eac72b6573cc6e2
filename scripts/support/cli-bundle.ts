import openapi from "../../docs/openapi.json" with { type: "json" };
import packageJson from "../../package.json" with { type: "json" };
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { TOOLS } from "../cli/mcp/tool.ts";
import { packageFolders } from "./dependency.ts";
import { PROJECT_FOLDER } from "./project.ts";

/**
 * Bundles the command line into one file for Node 20, which reads no TypeScript. The files are `signpost.cjs`, and the
 * licences of the packages that it holds.
 */
export async function bundleCli() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: ["scripts/signpost.ts"],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    write: false,
    metafile: true,
    plugins: [onlyWhatIsUsed],
    logLevel: "warning",
  });
  const [code] = outputFiles;
  if (code === undefined) throw new Error("The bundle of the command line is empty.");
  const files = [
    { name: "signpost.cjs", text: code.text, mode: 0o755 },
    { name: "signpost.cjs.LICENSE.txt", text: await readLicences(metafile), mode: 0o644 },
  ];
  return { files, metafile };
}

/** Leaves out what the command line never reads, so that fewer changes of the project change the bundle. */
const onlyWhatIsUsed: Plugin = {
  name: "only-what-is-used",
  setup({ onLoad }) {
    const operations = TOOLS.map(({ operation }) => operation);
    const parts = new Map<string, object>([
      [join(PROJECT_FOLDER, "docs/openapi.json"), cutDocument(openapi, operations)],
      [join(PROJECT_FOLDER, "package.json"), { version: packageJson.version }],
    ]);
    onLoad({ filter: /\.json$/ }, ({ path }) =>
      parts.has(path) ? { contents: JSON.stringify(parts.get(path)), loader: "json" } : undefined,
    );
    // The tools of agents ask nothing back, so that no answer is compared with a schema.
    onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator {}",
    }));
  },
};

/** Returns the licences of the packages of a bundle, which have to go with it. */
async function readLicences(metafile: Metafile): Promise<string> {
  const texts = packageFolders(Object.keys(metafile.inputs)).map(async (folder) => {
    const name = (await readdir(join(PROJECT_FOLDER, folder))).find((file) => /^licen[cs]e/i.test(file));
    if (name === undefined) throw new Error(`${folder} has no file with its licence.`);
    const text = await readFile(join(PROJECT_FOLDER, folder, name), "utf8");
    return `${folder.replace(/^node_modules\//, "")}\n\n${text.replaceAll("\r", "").trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`);
}

interface Operation {
  operationId: string;
  description: string;
  parameters?: unknown;
  requestBody?: unknown;
}

interface Document {
  paths: Record<string, object>;
  components: object;
}

const REFERENCE = /"\$ref":\s*"#\/components\/([^"/]+)\/([^"/]+)"/g;

/** Returns a part of an OpenAPI document: how the operations with these identifiers are called, and no more. */
function cutDocument(document: Document, operations: readonly string[]): object {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const kept = Object.entries(methods as Record<string, Operation>).flatMap(([method, operation]) => {
      const { operationId, description, parameters, requestBody } = operation;
      return operations.includes(operationId)
        ? [[method, { operationId, description, parameters, requestBody }] as const]
        : [];
    });
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)] as const];
  });
  const components: Record<string, Record<string, unknown>> = {};
  const queue: unknown[] = [paths];
  // The queue grows while it is walked: components refer to others.
  for (const value of queue) {
    for (const [, kind = "", name = ""] of JSON.stringify(value).matchAll(REFERENCE)) {
      const group = (components[kind] ??= {});
      if (name in group) continue;
      group[name] = (document.components as typeof components)[kind]?.[name];
      queue.push(group[name]);
    }
  }
  return { paths: Object.fromEntries(paths), components };
}
