import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Bundles the command line for Node 20, which reads no TypeScript. */
const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const outfile = process.argv[2] ?? join(project, "dist/signpost.cjs");

/** The tools of agents ask nothing back, so that no answer is compared with a schema: the validator stays out. */
const withoutValidator = {
  name: "without-validator",
  setup(bundle) {
    bundle.onLoad({ filter: /sdk\/dist\/esm\/validation\/ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator {}",
    }));
  },
};

await build({
  absWorkingDir: project,
  entryPoints: ["scripts/signpost.ts"],
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  outfile,
  plugins: [withoutValidator],
  logLevel: "warning",
});
