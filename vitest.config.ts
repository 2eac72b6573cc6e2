import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { findChromium } from "./test/browser/support/launch-browser.ts";

export default defineConfig({
  test: {
    // The log tells of every error that the API answers, which tests provoke by the thousand.
    onConsoleLog: (line) => !line.includes('"event":"api_error"'),
    projects: [
      {
        test: {
          name: "rules",
          include: ["test/{domain,scripts,conformance,docs,qr}/**/*.test.ts"],
          environment: "node",
          // A guard against tests that never end, not a limit of speed: the machine may be busy.
          testTimeout: 120_000,
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                SIGNING_KEY: "a signing key for tests, long enough",
                BCRYPT_COST: "4",
                HOSTNAME_PROOF: "off",
                TEST_MIGRATIONS: await readD1Migrations("migrations"),
                ...(process.env["FUZZ_RUNS"] && { FUZZ_RUNS: process.env["FUZZ_RUNS"] }),
              },
            },
          })),
        ],
        test: {
          name: "workerd",
          include: ["test/{storage,services,clicks,admin,visitor,jobs}/**/*.test.ts"],
          // Guards against tests that never end. How fast anything is, is no test's business here: the
          // machine may be doing other things.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          setupFiles: ["test/support/apply-migrations.ts"],
        },
      },
      {
        test: {
          name: "socket",
          include: ["test/e2e/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Each file waits for a process of its own most of the time.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "browser",
          include: canBrowse() ? ["test/browser/**/*.test.ts"] : [],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Each file waits for a process of its own most of the time.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "long",
          include: isAskedFor("long") ? ["test/long/**/*.test.ts"] : [],
          environment: "node",
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

/** Tests that take minutes run where somebody names their project, and not with all the others. */
function isAskedFor(project: string): boolean {
  return new RegExp(`--project[= ]${project}(?: |$)`).test(process.argv.join(" "));
}

/** People without a browser can test all the rest; CI has to have one. */
function canBrowse(): boolean {
  if (process.env["CI"]) return true;
  try {
    findChromium(process.env["CHROMIUM_PATH"]);
    return true;
  } catch (error) {
    console.warn(`The tests in a browser are left out. ${String(error)}`);
    return false;
  }
}
