import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFiles } from "../../scripts/static/folder.ts";
import { STATIC_FOLDER } from "../../scripts/support/project.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** The static files of the admin host, and that no other hostname answers one. */

let worker: RunningWorker;
let files: { path: string; file: string }[];

beforeAll(async () => {
  worker = await startWorker();
  files = await listFiles(STATIC_FOLDER);
  for (const host of ["go.example.com", "all.example.com"]) {
    expect((await worker.call("POST", "/host", { host })).status).toBe(200);
  }
  const all = { url: "all.example.com/*", destination: "https://example.org/", forward_path: true };
  expect((await worker.call("POST", "/redirect", all)).status).toBe(200);
});

afterAll(() => worker.close());

/** Connected, connected with a record for every path, unknown, one with an admin host in it, addresses. */
const VISITED = [
  "go.example.com",
  "all.example.com",
  "unknown.example.net",
  "localhost.example.net",
  "192.0.2.7",
  "[::1]",
];

describe.each(VISITED)("[1.6] visitors of %s", (host) => {
  it("get no static file, by any of its paths and methods", async () => {
    const paths = files.flatMap(({ path }) => [
      `/${path}`,
      `//${path}`,
      `/${path.replace(/(?:index)?\.html$/, "")}`,
      `/${path.slice(0, path.lastIndexOf("/") + 1)}`,
    ]);
    expect(paths.length).toBeGreaterThan(0);
    const status = host === "all.example.com" ? 301 : 404;
    for (const path of new Set(["/", "/index.html", ...paths])) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await worker.visit(host, path, method, ["X-Forwarded-Host: localhost"]);
        const seen = { path, method, status: answer.status, etag: answer.headers.get("etag") };
        expect(seen).toEqual({ path, method, status, etag: undefined });
        expect(answer.headers.get("content-type") ?? "").not.toMatch(/json|javascript|css|image/);
      }
    }
  });
});

describe("[1.6] the admin host", () => {
  it("answers a file with its bytes, and 304 to whoever has them", async () => {
    const text = await readFile(`${STATIC_FOLDER}/v1/openapi.json`, "utf8");
    const first = await fetch(`http://localhost:${worker.port}/v1/openapi.json`);
    expect(await first.text()).toBe(text);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^(?:W\/)?"[^"]+"$/);
    const headers = { "If-None-Match": tag };
    const again = await fetch(`http://localhost:${worker.port}/v1/openapi.json`, { headers });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await fetch(`http://localhost:${worker.port}/v1/openapi.json`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
      200,
      "application/json; charset=utf-8",
      "",
    ]);
  });

  it("answers every script and style of its pages by its name, and pages at their own addresses only", async () => {
    const named = files.filter(({ path }) => /^(?:assets|docs)\//.test(path));
    expect(named.length).toBeGreaterThan(20);
    for (const { path } of named) {
      const { status } = await fetch(`http://localhost:${worker.port}/${path}`, { method: "HEAD" });
      expect([path, status]).toEqual([path, path.endsWith(".html") ? 404 : 200]);
    }
  });

  it("answers no file by a name with anything escaped in it", async () => {
    const asset = files.find(({ path }) => path.startsWith("assets/"))?.path ?? "";
    const paths = ["dashboard/daily.html", "v1/openapi.json", "docs/index.html", "docs/docs.js", asset];
    const slashes = ["%2f", "%2F", "%5c", "%252f"];
    const outside = paths.flatMap((path) =>
      slashes.flatMap((slash) => [
        `..${slash}${path.replace("/", slash)}`,
        `%2e%2e${slash}${path.replace("/", slash)}`,
        `.${slash}${path.slice(path.indexOf("/") + 1)}`,
      ]),
    );
    const inside = ["docs.js%3f", "docs.js%23", "docs%2ejs%20"].concat(asset.slice("assets/".length) + "%3f");
    for (const name of [...outside, ...inside]) {
      for (const folder of ["assets", "docs"]) {
        const { status } = await worker.visit("localhost", `/${folder}/${name}`);
        expect([folder, name, status]).toEqual([folder, name, 404]);
      }
    }
  });

  it("answers none that has no route", async () => {
    const { port } = worker;
    const statuses = await Promise.all(
      ["/v1/openapi.json/", "/openapi.json", "/v1/OPENAPI.json", "/wrangler.toml", "/v1"].map(
        async (path) => (await fetch(`http://localhost:${port}${path}`)).status,
      ),
    );
    for (const status of statuses) expect([401, 404]).toContain(status);
    const post = await fetch(`http://localhost:${port}/v1/openapi.json`, { method: "POST" });
    expect(post.status).toBe(401);
  });
});
