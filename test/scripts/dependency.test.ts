import { describe, expect, it } from "vitest";
import {
  bundledDependencies,
  findDependencyProblems,
  type Lock,
  type Manifest,
} from "../../scripts/support/dependency.ts";

const manifest: Manifest = {
  devDependencies: { a: "1.0.0", "@s/b": "2.0.0-beta.1", tool: "3.0.0" },
  allowScripts: { tool: true },
};
const lock: Lock = {
  packages: {
    "": {},
    "node_modules/a": { version: "1.0.0", license: "MIT" },
    "node_modules/a/node_modules/c": { version: "1.1.0", license: "ISC" },
    "node_modules/@s/b": { version: "2.0.0-beta.1", license: "MIT" },
    "node_modules/c": { version: "2.0.0", license: "MIT" },
    "node_modules/tool": { version: "3.0.0", license: "GPL-3.0", hasInstallScript: true },
  },
};
const FILES = [
  "src/index.ts",
  "node_modules/c/index.js",
  "node_modules/@s/b/dist/one.js",
  "node_modules/@s/b/dist/two.js",
  "node_modules/a/node_modules/c/node_modules.js",
];
const LICENCES = new Set(["MIT", "ISC"]);

const change = (folder: string, changes: object): Lock => ({
  packages: { ...lock.packages, [folder]: { ...lock.packages[folder], ...changes } },
});

const problemsOf = (changed: Manifest, locked: Lock) =>
  findDependencyProblems(changed, locked, bundledDependencies(FILES, locked), LICENCES);

describe("the packages of a bundle", () => {
  it("are those that it has a file of, at the version of that folder", () => {
    expect(bundledDependencies(FILES, lock)).toEqual([
      { name: "@s/b", version: "2.0.0-beta.1", licence: "MIT" },
      { name: "c", version: "1.1.0", licence: "ISC" },
      { name: "c", version: "2.0.0", licence: "MIT" },
    ]);
  });

  it("must be in the lock file", () => {
    expect(() => bundledDependencies(["node_modules/missing/index.js"], lock)).toThrow("missing");
  });
});

describe("what nobody agreed to", () => {
  it("is nothing here", () => {
    expect(problemsOf(manifest, lock)).toEqual([]);
  });

  it.each([
    [
      "a licence that is not listed",
      manifest,
      change("node_modules/c", { license: "AGPL-3.0" }),
      "c has the licence AGPL-3.0, which is not listed",
    ],
    [
      "no licence",
      manifest,
      change("node_modules/c", { license: undefined }),
      "c has the licence (none), which is not listed",
    ],
    [
      "a range of versions",
      { ...manifest, dependencies: { a: "^1.0.0" }, devDependencies: {} },
      lock,
      "a has the range ^1.0.0, not an exact version",
    ],
    [
      "a range of versions of a tool",
      { ...manifest, devDependencies: { tool: "latest" } },
      lock,
      "tool has the range latest, not an exact version",
    ],
    [
      "an install script",
      manifest,
      change("node_modules/a/node_modules/c", { hasInstallScript: true }),
      "c runs a script when it is installed, and is not in allowScripts",
    ],
  ])("is %s", (_, changed, locked, problem) => {
    expect(problemsOf(changed, locked)).toEqual([problem]);
  });

  it("is not an install script that is switched off", () => {
    const switchedOff = { ...manifest, allowScripts: { tool: false } };
    expect(problemsOf(switchedOff, lock)).toEqual([]);
  });
});
