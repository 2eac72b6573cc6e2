import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureSigningKey } from "../../scripts/support/signing-key.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "secrets-"));
  file = join(folder, ".dev.vars");
});

afterEach(() => rm(folder, { recursive: true }));

const contentAfter = async () => {
  await ensureSigningKey(file);
  return readFile(file, "utf8");
};

test("creates a file with a sufficiently long random key", async () => {
  const content = await contentAfter();
  expect(content).toMatch(/^SIGNING_KEY=[\w-]{43}\n$/);
  await rm(file);
  expect(await contentAfter()).not.toBe(content);
});

test.each(["SIGNING_KEY=mine\n", 'A=1\n export SIGNING_KEY = "mine"'])(
  "leaves %j as it is",
  async (content) => {
    await writeFile(file, content);
    expect(await contentAfter()).toBe(content);
  },
);

test.each(["OTHER=1", "OTHER=1\n", "# SIGNING_KEY=\nOTHER=1\n"])(
  "adds a key to %j and keeps it",
  async (content) => {
    await writeFile(file, content);
    const lines = (await contentAfter()).trimEnd().split("\n");
    expect(lines.slice(0, -1).join("\n")).toBe(content.trimEnd());
    expect(lines.at(-1)).toMatch(/^SIGNING_KEY=[\w-]{43}$/);
  },
);
