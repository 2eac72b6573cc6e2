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

it.each([
  ["a list", "https://old.example/a\n# c\n\n/b?x=1\n", ["https://old.example/a", "old.example/b?x=1"]],
  [
    "a sitemap",
    "<?xml version='1.0'?><urlset><url><loc>https://old.example/a&amp;b</loc></url></urlset>",
    ["https://old.example/a&b"],
  ],
  [
    "a crawl",
    "Address,Status Code,Redirect URL\nhttps://old.example/a,301,https://x.example\nhttps://old.example/b,200,\n",
    ["https://old.example/a", "https://old.example/b"],
  ],
  ["a search console", "Top pages,Clicks\nhttps://old.example/a,7\n", ["https://old.example/a"]],
])("[29.10] reads the pages of %s", async (_, text, urls) => {
  expect(await read(text)).toEqual({ urls: urls.map((url) => ({ url })), notes: [] });
});

it("[29.10] expects the destinations of a list of redirects, and leaves out what stands for many paths", async () => {
  const rows =
    "source,destination,status\n/a,https://new.example/a,308\n/b/*,https://new.example/b,301\n/c,/c,301\n";
  expect(await read(rows, { origin: "https://new.example" })).toEqual({
    urls: [
      { url: "old.example/a", location: "https://new.example/a", status: 308 },
      { url: "old.example/c", location: "https://new.example/c", status: 301 },
    ],
    notes: [expect.stringMatching(/^1 rows stand for many paths/)],
  });
});

it("[29.10] wants a hostname for paths", async () => {
  await expect(read("/a\n/b\n", { host: undefined })).rejects.toThrow("--host");
});
