import { describe, expect, it } from "vitest";
import { toQrContent } from "../../src/qr/content.ts";

describe("the content of a code", () => {
  it.each<[string, string[]]>([
    ["https://go.example.com/a", []],
    ["https://go.example.com/a?x=1", ["sticky", "preview"]],
    ["https://go.example.com/*", ["a plugin of another day"]],
  ])("[16.4] is the url %s as it is with the plugins %j", (url, plugins) => {
    expect(toQrContent(url, plugins)).toBe(url);
  });

  it.each([
    ["https://go.example.com/a", "https://go.example.com/a?utm_source=qr"],
    ["https://go.example.com/", "https://go.example.com/?utm_source=qr"],
    ["https://go.example.com/a?x=1", "https://go.example.com/a?x=1&utm_source=qr"],
    ["https://go.example.com/*", "https://go.example.com/*?utm_source=qr"],
  ])("[16.4] is with qr-utm, of %s, %s", (url, content) => {
    expect(toQrContent(url, ["sticky", "qr-utm"])).toBe(content);
  });

  it.each(["https://go.example.com/a?utm_source=poster", "https://go.example.com/a?x&utm%5Fsource=poster"])(
    "is with qr-utm %s alone, which answers to its own source only",
    (url) => {
      expect(toQrContent(url, ["qr-utm"])).toBe(url);
    },
  );
});
