import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "@redocly/ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import packageJson from "../../../package.json";
import { splitIntoParts } from "../../../scripts/cli/change/change.ts";
import { formatMarkdown } from "../../../scripts/cli/change/markdown.ts";
import { credentialsFile } from "../../../scripts/cli/credentials.ts";
import { parseInstallationUrl } from "../../../scripts/cli/installation.ts";
import { addPair } from "../../../scripts/cli/pair.ts";
import { createPatientFetch, toWaitSeconds } from "../../../scripts/cli/retry.ts";
import { bundleCli } from "../../../scripts/support/cli-bundle.ts";

describe("the bundle", () => {
  /** npm breaks what it installs globally from git where a package has one of these. */
  const PREPARING = ["postinstall", "build", "preinstall", "install", "prepack", "prepare"];

  it("[29.1] is in the repository as it has to be (npm run bundle), so that npm installs it from git", async () => {
    const { files } = await bundleCli();
    expect(files.map(({ name }) => name)).toContain(packageJson.bin.signpost.replace("dist/", ""));
    for (const { name, text } of files) {
      const isCurrent = readFileSync(join("dist", name), "utf8") === text;
      expect(isCurrent, `dist/${name} is not current: npm run bundle`).toBe(true);
    }
    expect(packageJson.files).toEqual(files.map(({ name }) => `dist/${name}`));
    expect(packageJson).not.toHaveProperty("dependencies");
    expect(Object.keys(packageJson.scripts).filter((name) => PREPARING.includes(name))).toEqual([]);
  });

  it("[29.1] runs by itself", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signpost-bundle-"));
    try {
      const file = join(folder, "signpost.cjs");
      await copyFile(packageJson.bin.signpost, file);
      const { stdout } = await promisify(execFile)(process.execPath, [file, "--version"], { cwd: folder });
      expect(stdout).toBe(`${packageJson.version}\n`);
      const text = readFileSync(file, "utf8");
      expect(text.startsWith("#!/usr/bin/env node\n")).toBe(true);
      const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name);
      const { builtinModules } = await import("node:module");
      const foreign = required.filter((name) => !builtinModules.includes(name.replace(/^node:/, "")));
      expect(foreign).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the address of an installation", () => {
  it.each([
    ["admin.example.com", "https://admin.example.com"],
    ["https://admin.example.com/v1/", "https://admin.example.com"],
    ["http://localhost:8787", "http://localhost:8787"],
    ["http://[::1]:8787/v1", "http://[::1]:8787"],
  ])("[29.2] takes %s", (text, url) => expect(parseInstallationUrl(text)).toBe(url));

  it.each([
    "http://admin.example.com",
    "http://localhost.example.com",
    "https://user:secret@admin.example.com",
    "https://admin.example.com/v2",
    "ftp://admin.example.com",
    "",
  ])("[29.2] refuses %s", (text) => expect(() => parseInstallationUrl(text)).toThrow(/https/));

  it("keeps tokens in the user's folder of settings", () => {
    expect(credentialsFile({ HOME: "/h" }, "linux")).toBe(join("/h/.config/signpost/credentials.json"));
    expect(credentialsFile({ XDG_CONFIG_HOME: "/x" }, "linux")).toBe(join("/x/signpost/credentials.json"));
    expect(credentialsFile({ APPDATA: "/a" }, "win32")).toBe(join("/a/signpost/credentials.json"));
  });
});

it("[29.1] refuses a name that an option of pairs has already, so that no filter is dropped", () => {
  const pairs = addPair("tags=mail", addPair("host=go.example"));
  expect(pairs).toEqual([
    ["host", "go.example"],
    ["tags", "mail"],
  ]);
  expect(() => addPair("tags=old", pairs)).toThrow(/tags.*twice/);
});

describe("calls", () => {
  it("[29.2] repeat with the same key what was answered 429, 503, or 409 with a time, and follow no redirect", async () => {
    const answers = [429, 503, 409, 302].map(
      (status) =>
        new Response(null, { status, headers: { "Retry-After": "7", Location: "https://evil.example" } }),
    );
    const seen: { key: string | null; redirect: string | undefined }[] = [];
    const waits: number[] = [];
    const patient = createPatientFetch({
      fetch: async (_, init) => {
        seen.push({ key: new Headers(init?.headers).get("Idempotency-Key"), redirect: init?.redirect });
        return answers.shift() ?? Response.error();
      },
      sleep: async (seconds) => void waits.push(seconds),
    });
    const response = await patient("https://admin.example.com/v1/link", { method: "POST" });
    expect(response.status).toBe(302);
    expect(waits).toEqual([7, 7, 7]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect(new Set(seen.map(({ redirect }) => redirect))).toEqual(new Set(["manual"]));
    expect(toWaitSeconds(new Response(null, { status: 409 }), 0)).toBeNull();
  });

  it("splits rows into parts by bytes, each row on its line", () => {
    const rows = ["ä", "b", "c"].map((title) => ({ title }));
    expect(splitIntoParts(rows, 30)).toEqual(['{"title":"ä"}\n{"title":"b"}\n', '{"title":"c"}\n']);
    expect(splitIntoParts(rows, 1)).toHaveLength(3);
    expect(splitIntoParts([])).toEqual([]);
  });
});

it("[29.9] makes no markup of what a file says", () => {
  const evil = "</code>@team [x](https://evil.example)|`<img>`\n# *b*";
  const counts = { created: 1, changed: 0, deleted: 0, unchanged: 0, invalid: 1, conflicts: 0 };
  const change = { counts, warnings: [evil] } as unknown as Parameters<typeof formatMarkdown>[0]["change"];
  const row = { result: "created", source: evil, after: { destination: evil } };
  const text = formatMarkdown({
    file: "redirects.json",
    change,
    rows: [row] as unknown as Parameters<typeof formatMarkdown>[0]["rows"],
    problems: [{ line: 3, source: evil, reason: evil }],
    drift: [{ url: evil, editedAt: "2026-01-01T00:00:00.000Z" }],
  });
  expect(text).not.toMatch(/@team|\[x\]|<img|`|\n# |\*b\*/);
  expect(text.match(/\|/g)).toHaveLength(4 * 4 + 4 * 2);
});

it("[29.7] describes the file of redirects by a schema that its examples keep", () => {
  const validate = new Ajv2020({ strict: false, formats: { "date-time": true } }).compile(
    JSON.parse(readFileSync("docs/redirects.schema.json", "utf8")) as object,
  );
  const page = readFileSync("docs/redirects-in-git.md", "utf8");
  const [, example = ""] = /```json\n([^`]+)```/.exec(page) ?? [];
  const files = [example, readFileSync("examples/redirects-in-git/redirects.json", "utf8")];
  for (const file of files) expect([validate(JSON.parse(file)), validate.errors]).toEqual([true, null]);

  const valid = { owner: "x", hosts: ["a.example"], records: [{ url: "a.example/b", type: "301" }] };
  expect(validate(valid)).toBe(true);
  for (const wrong of [
    { ...valid, owner: "" },
    { ...valid, hosts: [] },
    { ...valid, more: 1 },
    { ...valid, records: [{ url: "a.example/b", nope: 1 }] },
    { ...valid, records: [{ url: "a.example/b", type: "999" }] },
    { ...valid, records: [{ url: "a.example/b", password: "secret" }] },
    { ...valid, records: [{ destination: "https://b.example" }] },
  ]) {
    expect([validate(wrong), wrong]).toEqual([false, wrong]);
  }
});
