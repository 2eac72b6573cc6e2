import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureLocalSecrets } from "../../scripts/support/local-secret.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "secrets-"));
  file = join(folder, ".dev.vars");
});

afterEach(() => rm(folder, { recursive: true }));

const contentAfter = async () => {
  await ensureLocalSecrets(file);
  return readFile(file, "utf8");
};

test("creates a file with sufficiently long random keys", async () => {
  const content = await contentAfter();
  expect(content).toMatch(/^SIGNING_KEY=[\w-]{43}\nMONITOR_KEY=[\w-]{43}\n$/);
  await rm(file);
  expect(await contentAfter()).not.toBe(content);
});

test.each(["SIGNING_KEY=mine\nMONITOR_KEY=mine\n", 'A=1\n export SIGNING_KEY = "mine"\nMONITOR_KEY='])(
  "leaves %j as it is",
  async (content) => {
    await writeFile(file, content);
    expect(await contentAfter()).toBe(content);
  },
);

test.each(["OTHER=1", "OTHER=1\n", "# SIGNING_KEY=\nOTHER=1\n"])(
  "adds keys to %j and keeps it",
  async (content) => {
    await writeFile(file, content);
    const lines = (await contentAfter()).trimEnd().split("\n");
    expect(lines.slice(0, -2).join("\n")).toBe(content.trimEnd());
    expect(lines.slice(-2).join("\n")).toMatch(/^SIGNING_KEY=[\w-]{43}\nMONITOR_KEY=[\w-]{43}$/);
  },
);
