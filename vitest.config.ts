import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { compileAnswers } from "./scripts/openapi/compile-answers.ts";
import { buildStaticFiles } from "./scripts/static/build.ts";
import { findChromium } from "./scripts/support/launch-browser.ts";
import { NO_ZBAR } from "./test/qr/support/no-zbar.ts";
import { PATIENCE } from "./test/support/patience.ts";
import { hasPreviousReleases } from "./test/upgrade/previous-release.ts";

/**
 * Files at a time, one more than the machine has cores: files wait for processes and sockets. All projects have the
 * same number, since vitest refuses to run those together that do not.
 */
const maxWorkers = availableParallelism() + 1;

/**
 * Guards against tests that never end. How fast anything is, is no test's business: the machine may be doing other
 * things. The growth tests have limits of their own.
 */
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: PATIENCE } };

/** A deployment is dozens of starts of wrangler, each of which takes seconds on a busy machine. */
const socketLimits = { ...limits, testTimeout: 900_000, hookTimeout: 900_000 };

/** Reads `.txt` as text, as the bundler of the Worker does. */
const textModules = {
  name: "text-modules",
  enforce: "pre" as const,
  load: async (path: string) =>
    path.endsWith(".txt") ? `export default ${JSON.stringify(await readFile(path, "utf8"))}` : null,
};

/** The schemas of answers, compiled: neither workerd nor a test compiles them. */
const answerValidators = {
  name: "answer-validators",
  resolveId: (id: string) => (id === "virtual:answer-validators" ? `\0${id}` : null),
  load: async (id: string) =>
    id === "\0virtual:answer-validators"
      ? await compileAnswers(await readFile("docs/openapi.json", "utf8"))
      : null,
};

// Before any project reads wrangler.toml, which names the folder.
await buildStaticFiles();

/**
 * Imports at once what the Worker loads on demand. A deployed Worker has all of it in its bundle. The test runner fetches
 * it, and two requests that need a module at once would wait for one fetch, which the runtime forbids.
 */
const eagerImports = {
  name: "eager-imports",
  transform(code: string, id: string) {
    if (!/\/src\/[^?]*\.ts$/.test(id)) return null;
    const imports: string[] = [];
    const changed = code.replaceAll(/\bimport\(\s*("[^"]+")\s*\)/g, (_, specifier: string) => {
      imports.push(`import * as lazy${imports.length} from ${specifier};`);
      return `Promise.resolve(lazy${imports.length - 1})`;
    });
    // Imports may stand at the end, where they move no line.
    return imports.length === 0 ? null : { code: `${changed}\n${imports.join("\n")}`, map: null };
  },
};

/** People without zbarimg can test all the rest; CI has to have it. */
function hasZbar(): boolean {
  if (process.env["CI"]) return true;
  const { error } = spawnSync("zbarimg", ["--version"]);
  if (error === undefined) return true;
  console.warn(`The tests that read QR codes are left out. ${NO_ZBAR}`);
  return false;
}

/** True if the workspaces of tests of the API take turns in two databases: `npm run test:databases`. */
const isInSecond = process.env["SECOND_DATABASE"] === "1";
/** Tests that are the same in that run: they make several databases themselves, or only ask what the API refuses. */
const WITHOUT_SECOND = [
  "test/admin/**/*several-databases*",
  "test/admin/host/claim-{databases,handover}*",
  "test/admin/move-*",
  "test/admin/api/{any-value,wrong-type}*",
];

/**
 * Has the Worker take as its first database another one than that of the tests, and see the variables that tests change in
 * the bindings.
 */
const anotherFirst = {
  name: "another-first-database",
  enforce: "pre" as const,
  resolveId: (id: string) =>
    /(^|\/)database-of\.ts$/.test(id)
      ? new URL("test/support/first-database.ts", import.meta.url).pathname
      : null,
  transform: (code: string, id: string) =>
    id.endsWith("/src/databases-of.ts") ? code.replace("memoizeLast((", "((") : null,
};

export default defineConfig({
  test: {
    // The log tells of every error that the API answers, which tests provoke by the thousand.
    onConsoleLog: (line) => !line.includes('"event":"api_error"'),
    projects: [
      {
        plugins: [textModules],
        test: {
          name: "rules",
          include: ["test/{domain,import,scripts,conformance,docs,qr,dashboard}/**/*.test.ts"],
          exclude: hasZbar() ? [] : ["test/qr/reader.test.ts"],
          environment: "node",
          ...limits,
          maxWorkers,
          isolate: false,
        },
      },
      {
        plugins: [
          answerValidators,
          eagerImports,
          ...(isInSecond ? [anotherFirst] : []),
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              // Tests take messages to the consumer themselves: what one file has queued would reach the next.
              queueConsumers: {},
              // A bucket of another name than the Worker's own: only tests of backups bind it.
              r2Buckets: ["TEST_BACKUPS"],
              // For tests of several databases, which set the variable DATABASES themselves.
              d1Databases: ["DB_01", "DB_02"],
              bindings: {
                SIGNING_KEY: "a signing key for tests, long enough",
                BCRYPT_COST: "4",
                HOSTNAME_PROOF: "off",
                CRAWLER_LISTS: "",
                ...(isInSecond && { DATABASES: "2", SECOND_DATABASE: "1" }),
                TEST_MIGRATIONS: await readD1Migrations("migrations"),
                ...(process.env["FUZZ_RUNS"] && { FUZZ_RUNS: process.env["FUZZ_RUNS"] }),
              },
            },
          })),
        ],
        test: {
          name: "workerd",
          include: ["test/{runtime,storage,services,clicks,admin,door,visitor,jobs}/**/*.test.ts"],
          exclude: isInSecond ? WITHOUT_SECOND : [],
          ...limits,
          setupFiles: [
            "test/support/apply-migrations.ts",
            ...(isInSecond ? ["test/support/in-second-database.ts"] : []),
          ],
          maxWorkers,
          // To start workerd for each file takes longer than most files. The setup file empties all storage.
          isolate: false,
        },
      },
      {
        plugins: [textModules],
        test: {
          name: "socket",
          globalSetup: "test/support/build-worker.ts",
          include: ["test/e2e/**/*.test.ts", ...(hasPreviousReleases() ? ["test/upgrade/**/*.test.ts"] : [])],
          environment: "node",
          ...socketLimits,
          maxWorkers,
        },
      },
      {
        plugins: [textModules],
        test: {
          name: "browser",
          globalSetup: "test/support/build-worker.ts",
          include: canBrowse() ? ["test/browser/**/*.test.ts"] : [],
          environment: "node",
          ...limits,
          maxWorkers,
        },
      },
      {
        plugins: [textModules],
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
