import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readUrls } from "../../../scripts/cli/check/read-urls.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-urls-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function read(text: string, options: object = {}) {
  const file = join(folder, "file.txt");
  await writeFile(file, text);
  return await readUrls(file, { base: "/", passwords: "drop", host: "old.example", ...options });
}

it("[29.10] reads lists as the dashboard does, by the options of an import", async () => {
  expect(await read("https://old.example/a\n/b?x=1, https://new.example/b 308\n/c/*\n")).toEqual({
    urls: [
      { url: "https://old.example/a" },
      { url: "old.example/b?x=1", location: "https://new.example/b", status: 308 },
    ],
    skipped: [{ line: 3, source: "/c/*", reason: "stands for many paths" }],
  });
  const rows = "source,destination,status\n/a,/a,308\nshort.example/b,mailto:b,301\n/c,/c,disabled\n";
  const options = { origin: "https://new.example", hostMap: [["short.example", "old.example"]] };
  expect(await read(rows, options)).toEqual({
    urls: [{ url: "old.example/a", location: "https://new.example/a", status: 308 }],
    skipped: [
      { line: 3, source: expect.any(String), reason: expect.stringContaining("http") },
      { line: 4, source: "old.example/c", reason: "is paused" },
    ],
  });
});

it("[29.10] takes a file for what --format says", async () => {
  const text = "/a https://new.example/a\n";
  expect((await read(text, { format: "cloudflare-redirects" })).urls).toEqual([
    { url: "old.example/a", location: "https://new.example/a", status: 302 },
  ]);
});

it("[29.10] wants a hostname for paths", async () => {
  await expect(read("/a\n/b\n", { host: undefined })).rejects.toThrow("--host");
  await expect(read("source,destination\n/a,https://x.example\n", { host: undefined })).rejects.toThrow(
    "--host",
  );
});
