import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

let worker: RunningWorker;

beforeAll(async () => {
  worker = await startWorker();
  await post("/host", { host: "go.example.com" });
  await post("/host", { host: "old.example.com" });
  await post("/link", { host: "go.example.com", alias: "plain", destination: "https://example.org/x" });
  for (const status of [301, 302, 303, 307, 308]) {
    await post("/link", {
      host: "go.example.com",
      alias: `s${status}`,
      destination: "https://example.org/",
      status,
    });
  }
  await post("/link", {
    host: "go.example.com",
    alias: "frame",
    destination: "https://example.org/",
    type: "frame",
    title: "Hi",
  });
  await post("/redirect", {
    url: "old.example.com/*",
    destination: "https://new.example.org/base?d=1#top",
    forward_path: true,
    forward_query: true,
    utm: ["source=old"],
  });
  await post("/redirect", { url: "old.example.com/caf%C3%A9", destination: "https://new.example.org/cafe" });
  await post("/redirect", { url: "old.example.com/a%2Fb", destination: "https://new.example.org/escaped" });
});

afterAll(() => worker.close());

async function post(path: string, body: object): Promise<void> {
  const answer = await worker.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const location = async (target: string) =>
  (await worker.visit("old.example.com", target)).headers.get("location");

describe("[4.1] a Location is right to the byte", () => {
  const end = "utm_source=old#top";
  it.each([
    ["/", `https://new.example.org/base?d=1&${end}`],
    ["/a/b", `https://new.example.org/base/a/b?d=1&${end}`],
    ["//evil.example/x", `https://new.example.org/base/evil.example/x?d=1&${end}`],
    ["/a/../b", `https://new.example.org/base/b?d=1&${end}`],
    ["/%2e%2e/b", `https://new.example.org/base/b?d=1&${end}`],
    ["/a%2F..%2Fb", `https://new.example.org/base/a%2F..%2Fb?d=1&${end}`],
    ["/a%20b%c3%a9", `https://new.example.org/base/a%20b%c3%a9?d=1&${end}`],
    ["/\u00c3\u00a9", `https://new.example.org/base/%C3%A9?d=1&${end}`],
    ['/"{}|^', `https://new.example.org/base/%22%7B%7D|%5E?d=1&${end}`],
    ["/x?q=%41+b&q=2&&r", `https://new.example.org/base/x?d=1&q=%41+b&q=2&&r&${end}`],
    ["/x?d=9", `https://new.example.org/base/x?d=9&${end}`],
    ["/x?utm_source=mine", "https://new.example.org/base/x?d=1&utm_source=mine#top"],
    ["/x?", `https://new.example.org/base/x?d=1&${end}`],
    ["/x?'\u00c3\u00a9", `https://new.example.org/base/x?d=1&%27%C3%A9&${end}`],
    [`/x?${"y".repeat(9000)}`, `https://new.example.org/base?d=1&${end}`],
  ])("%s", async (target, expected) => {
    expect(await location(target)).toBe(expected);
  });

  it.each([
    ["/caf%C3%A9", "https://new.example.org/cafe"],
    ["/caf\u00c3\u00a9", "https://new.example.org/cafe"],
    ["/cafe%CC%81", "https://new.example.org/cafe"],
    ["/CAF%C3%89/", "https://new.example.org/cafe"],
    ["/a%2fb", "https://new.example.org/escaped"],
  ])("%s is answered by the source that means it", async (target, expected) => {
    expect(await location(target)).toBe(expected);
  });
});

it.each([301, 302, 303, 307, 308])(
  "[3.17] a %i is answered with an empty body and its caching",
  async (status) => {
    const answer = await worker.visit("go.example.com", `/s${status}`);
    expect([answer.status, answer.body]).toEqual([status, ""]);
    const permanent = status === 301 || status === 308;
    expect(answer.headers.get("cache-control")).toBe(permanent ? "private, max-age=90" : "no-store");
    expect(answer.headers.has("referrer-policy")).toBe(false);
  },
);

it.each([
  ["POST", 302],
  ["DELETE", 302],
  ["HEAD", 302],
  ["PROPFIND", 302],
])("[3.19] %s gets the redirect as well", async (method, status) => {
  const answer = await worker.visit("go.example.com", "/plain", method);
  expect([answer.status, answer.headers.get("location")]).toEqual([status, "https://example.org/x"]);
});

it("[3.19] answers OPTIONS with 204 and the methods", async () => {
  const answer = await worker.visit("go.example.com", "/plain", "OPTIONS");
  expect([answer.status, answer.headers.get("allow")]).toEqual([
    204,
    "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  ]);
});

it("shows a frame as a page", async () => {
  const answer = await worker.visit("go.example.com", "/frame");
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(answer.body).toContain('<iframe src="https://example.org/"');
});

it.each([
  ["GO.EXAMPLE.COM", 302],
  ["go.example.com.", 302],
  ["go.example.com:1234", 302],
  ["www.go.example.com", 302],
  ["other.example.com", 404],
])("[1.4] a request for the host %s is answered %i", async (host, status) => {
  expect((await worker.visit(host, "/plain")).status).toBe(status);
});

it("[1.3] lets the request's hostname alone decide", async () => {
  const headers = ["X-Forwarded-Host: localhost", "Forwarded: host=localhost", "X-Original-URL: /v1/test"];
  const answer = await worker.visit("go.example.com", "/plain", "GET", headers);
  expect(answer.status).toBe(302);
});

it.each([
  ["/robots.txt", 200, "no-store", "User-agent: *\nAllow: /\n"],
  ["/favicon.ico", 204, "public, max-age=300", ""],
  ["/.well-known/security.txt", 404, "no-store", undefined],
])("[2.10] %s is answered by itself", async (target, status, caching, body) => {
  const answer = await worker.visit("go.example.com", target);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([status, caching]);
  if (body !== undefined) expect(answer.body.endsWith(body)).toBe(true);
});

it("[3.17] never caches what it does not find", async () => {
  const answer = await worker.visit("go.example.com", "/nothing");
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});
