import { expect, it } from "vitest";
import { toVisit } from "../../src/visitor/visit.ts";

function read(url: string, headers: Record<string, string> = {}) {
  return toVisit(new Request(url, { headers }), 0);
}

it.each([
  ["http://GO.Example.com/", "go.example.com", "the case of the hostname"],
  ["http://go.example.com./", "go.example.com", "a trailing dot"],
  ["http://go.example.com:8787/", "go.example.com", "a port"],
  ["http://go.example.com.:8787/", "go.example.com", "a trailing dot in front of a port"],
  ["http://bücher.example/", "xn--bcher-kva.example", "the spelling of an international name"],
])("[1.4] %s is a request for %s whatever %s", (url, hostname) => {
  expect(read(url).hostname).toBe(hostname);
});

it.each([
  ["http://go.example/a/b?x=1&y=%20", "/a/b", "x=1&y=%20"],
  ["http://go.example/a?", "/a", ""],
  ["http://go.example/a", "/a", null],
  ["http://go.example//a//b/", "//a//b/", null],
  ["http://go.example/%C3%A9?q=?/", "/%C3%A9", "q=?/"],
  ["http://go.example?x", "/", "x"],
])("keeps the bytes of %s", (url, rawPath, rawQuery) => {
  const visit = read(url);
  expect([visit.requested.rawPath, visit.rawQuery]).toEqual([rawPath, rawQuery]);
});

it.each(["X-Forwarded-Host", "Forwarded", "X-Original-URL", "X-Forwarded-Proto", "Host"])(
  "[1.3] the header %s decides nothing",
  (header) => {
    const visit = read("http://go.example/a", { [header]: "https://evil.example/b" });
    expect([visit.hostname, visit.isHttps, visit.requested.rawPath]).toEqual(["go.example", false, "/a"]);
  },
);
