import { describe, expect, it } from "vitest";
import {
  findDependencyProblems,
  runtimeDependencies,
  type Lock,
  type Manifest,
} from "../../scripts/support/dependency.ts";

const manifest: Manifest = {
  dependencies: { a: "1.0.0", "@s/b": "2.0.0-beta.1" },
  devDependencies: { tool: "3.0.0" },
  allowScripts: { tool: true },
};
const lock: Lock = {
  packages: {
    "": {},
    "node_modules/a": {
      version: "1.0.0",
      license: "MIT",
      dependencies: { c: "^1.0.0" },
      peerDependencies: { peer: "*", compiler: "*" },
      peerDependenciesMeta: { compiler: { optional: true } },
    },
    "node_modules/a/node_modules/c": { version: "1.1.0", license: "ISC", dependencies: { d: "*" } },
    "node_modules/@s/b": { version: "2.0.0-beta.1", license: "MIT", dependencies: { c: "^2.0.0" } },
    "node_modules/c": { version: "2.0.0", license: "MIT" },
    "node_modules/d": { version: "4.0.0", license: "MIT", dependencies: { a: "*" } },
    "node_modules/peer": { version: "5.0.0", license: "MIT" },
    "node_modules/compiler": { version: "6.0.0", license: "Apache-2.0" },
    "node_modules/tool": { version: "3.0.0", license: "GPL-3.0", hasInstallScript: true },
  },
};
const LICENCES = new Set(["MIT", "ISC"]);

const change = (folder: string, changes: object): Lock => ({
  packages: { ...lock.packages, [folder]: { ...lock.packages[folder], ...changes } },
});

describe("what a deployment is made of", () => {
  it("is all that dependencies need, at the version that each of them finds, and no tool", () => {
    expect(runtimeDependencies(manifest, lock)).toEqual([
      { name: "@s/b", version: "2.0.0-beta.1", licence: "MIT" },
      { name: "a", version: "1.0.0", licence: "MIT" },
      { name: "c", version: "1.1.0", licence: "ISC" },
      { name: "c", version: "2.0.0", licence: "MIT" },
      { name: "d", version: "4.0.0", licence: "MIT" },
      { name: "peer", version: "5.0.0", licence: "MIT" },
    ]);
  });

  it("must be in the lock file", () => {
    expect(() => runtimeDependencies({ dependencies: { missing: "1.0.0" } }, lock)).toThrow("missing");
  });
});

describe("what nobody agreed to", () => {
  it("is nothing here", () => {
    expect(findDependencyProblems(manifest, lock, LICENCES)).toEqual([]);
  });

  it.each([
    [
      "a licence that is not listed",
      manifest,
      change("node_modules/d", { license: "AGPL-3.0" }),
      "d has the licence AGPL-3.0, which is not listed",
    ],
    [
      "no licence",
      manifest,
      change("node_modules/d", { license: undefined }),
      "d has the licence (none), which is not listed",
    ],
    [
      "a range of versions",
      { ...manifest, dependencies: { a: "^1.0.0" } },
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
    expect(findDependencyProblems(changed, locked, LICENCES)).toEqual([problem]);
  });

  it("is not an install script that is switched off", () => {
    const switchedOff = { ...manifest, allowScripts: { tool: false } };
    expect(findDependencyProblems(switchedOff, lock, LICENCES)).toEqual([]);
  });
});
