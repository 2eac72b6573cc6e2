import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/support/project.ts";

/** A checkout in which `wrangler.toml` was edited. */
let checkout: string;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), "checkout-"));
  await cp(join(PROJECT_FOLDER, "scripts"), join(checkout, "scripts"), { recursive: true });
  for (const name of ["src", "node_modules", "package.json"]) {
    await symlink(join(PROJECT_FOLDER, name), join(checkout, name));
  }
  const toml = await readFile(join(PROJECT_FOLDER, "wrangler.toml"), "utf8");
  await writeFile(join(checkout, "wrangler.toml"), toml.replace(/(head_sampling_rate =) 1/, "$1 0.5"));
});

afterAll(() => rm(checkout, { recursive: true }));

test.each([
  ["without options", []],
  ["with --dry-run", ["--dry-run"]],
])("[25.11] a deployment %s refuses a head_sampling_rate below 1", async (_, args) => {
  const settings = join(checkout, "signpost.jsonc");
  await writeFile(settings, "{}");
  const before = await readdir(checkout);
  const { code, stderr } = await deploy(args);
  expect(code).toBe(2);
  expect(stderr).toContain("head_sampling_rate of [observability] must be 1, not 0.5");
  expect(stderr).toContain("log_visits");
  expect(await readdir(checkout)).toEqual(before);
});

function deploy(args: string[]): Promise<{ code: unknown; stderr: string }> {
  const script = join(checkout, "scripts/deploy.ts");
  const nowhere = { CLOUDFLARE_API_TOKEN: "none", CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:1" };
  const env = { ...process.env, SIGNPOST_SETTINGS: "", ...nowhere };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd: checkout, env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}
