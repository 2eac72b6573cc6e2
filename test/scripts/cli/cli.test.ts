import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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
import { createPatientFetch } from "../../../scripts/cli/retry.ts";

describe("the bundle", () => {
  it("[29.1] runs by itself, as an installation from git makes it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signpost-bundle-"));
    try {
      const file = join(folder, "signpost.cjs");
      expect(packageJson.scripts.prepare).toBe("node scripts/bundle-cli.mjs");
      await promisify(execFile)(process.execPath, ["scripts/bundle-cli.mjs", file]);
      const { stdout } = await promisify(execFile)(process.execPath, [file, "--version"], { cwd: folder });
      expect(stdout).toBe(`${packageJson.version}\n`);
      const text = readFileSync(file, "utf8");
      expect(text.startsWith("#!/usr/bin/env node\n")).toBe(true);
      const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name);
      const { builtinModules } = await import("node:module");
      const foreign = required.filter((name) => !builtinModules.includes(name.replace(/^node:/, "")));
      expect(foreign).toEqual([]);
      expect(packageJson.files).toContain(packageJson.bin.signpost);
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

describe("calls", () => {
  it("[29.2] repeat what was answered 429 or 503 with the same key, and follow no redirect", async () => {
    const answers = [429, 503, 302].map(
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
    expect(waits).toEqual([7, 7]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect(seen.map(({ redirect }) => redirect)).toEqual(["manual", "manual", "manual"]);
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
