import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/support/project.ts";

/** What a deployment refuses before it asks Cloudflare anything. */

/** A checkout of its own, whose `wrangler.toml` the tests edit. */
let checkout: string;
let toml: string;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), "checkout-"));
  await cp(join(PROJECT_FOLDER, "scripts"), join(checkout, "scripts"), { recursive: true });
  for (const name of ["src", "node_modules", "package.json"]) {
    await symlink(join(PROJECT_FOLDER, name), join(checkout, name));
  }
  toml = await readFile(join(PROJECT_FOLDER, "wrangler.toml"), "utf8");
});

afterAll(() => rm(checkout, { recursive: true }));

const WAYS = [
  ["without options", []],
  ["with --dry-run", ["--dry-run"]],
] as const;

test.each(WAYS)("[25.11] a deployment %s refuses a head_sampling_rate below 1", async (_, args) => {
  const refusal = await readRefusal(args, { toml: toml.replace(/(head_sampling_rate =) 1/, "$1 0.5") });
  expect(refusal).toContain("head_sampling_rate of [observability] must be 1, not 0.5");
  expect(refusal).toContain("log_visits");
});

describe.each(WAYS)("[25.13] a deployment %s refuses variables of tests", (_, args) => {
  test("in wrangler.toml", async () => {
    const edited = toml.replace('MONITOR_ALLOW = ""', 'MONITOR_ALLOW = "10.0.0.1"');
    expect(await readRefusal(args, { toml: edited })).toMatch(
      /wrangler\.toml has MONITOR_ALLOW, which only tests/,
    );
  });

  test("in the settings", async () => {
    const variables = { ACCESS_CERTS_URL: "https://keys.example/", MONITOR_ALLOW: "10.0.0.1" };
    const refusal = await readRefusal(args, { settings: { variables } });
    expect(refusal).toMatch(/signpost\.jsonc has ACCESS_CERTS_URL and MONITOR_ALLOW, which only tests/);
  });
});

/** Deploys from the checkout; expects that it ends with 2 and writes nothing. Returns what it says. */
async function readRefusal(
  args: readonly string[],
  written: { toml?: string; settings?: object },
): Promise<string> {
  await writeFile(join(checkout, "wrangler.toml"), written.toml ?? toml);
  await writeFile(join(checkout, "signpost.jsonc"), JSON.stringify(written.settings ?? {}));
  const before = await readdir(checkout);
  const { code, stderr } = await deploy([...args]);
  expect(code).toBe(2);
  expect(await readdir(checkout)).toEqual(before);
  return stderr;
}

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
