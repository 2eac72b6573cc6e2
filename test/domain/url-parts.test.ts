import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDestination } from "../../src/domain/destination.ts";
import { splitUrl } from "../../src/domain/url-parts.ts";
import { toLocation } from "../../src/domain/to-location.ts";

describe("splitUrl", () => {
  test.each([
    ["https://h/p?q#f", "https://h", "h", "/p", "q", "#f"],
    ["https://h", "https://h", "h", "", null, ""],
    ["https://h:80", "https://h:80", "h:80", "", null, ""],
    ["https://h?q", "https://h", "h", "", "q", ""],
    ["https://h#f", "https://h", "h", "", null, "#f"],
    ["https://h?", "https://h", "h", "", "", ""],
    ["https://h/#", "https://h", "h", "/", null, "#"],
    ["https://h#f?q/p", "https://h", "h", "", null, "#f?q/p"],
    ["https://h?q/p#f#g", "https://h", "h", "", "q/p", "#f#g"],
    ["https://h/p?q?r//s", "https://h", "h", "/p", "q?r//s", ""],
    ["https://h//p", "https://h", "h", "//p", null, ""],
    ["http://[::1]:80/p", "http://[::1]:80", "[::1]:80", "/p", null, ""],
  ])("takes %s apart", (url, origin, authority, path, query, fragment) => {
    expect(splitUrl(url)).toEqual({ origin, authority, path, query, fragment });
    expect(origin + path + (query === null ? "" : `?${query}`) + fragment).toBe(url);
  });
});

describe("toLocation", () => {
  test.each([
    "https://example.com",
    "https://example.com?a",
    "https://example.com#a",
    "HTTPS://Example.COM:443/A",
    "https://example.com./",
    "https://example.com:8443",
    "https://example.com/?",
    "https://example.com/#",
    "https://example.com/a/../b/./c",
    "https://example.com/%7e%2f%zz/100%",
    "https://example.com/a|b[c]'d!$&()*+,;=:@~",
    "https://example.com/?a|b[c]`d{e}^f",
    "https://example.com/#a|b[c]'d{e}^f#g",
    "http://[2001:DB8::1]:8080/a",
    "http://0x7f.1/",
  ])("keeps the bytes of %s", (url) => {
    expect(toLocation(url)).toBe(url);
  });

  test.each([
    [
      "[4.10] a non-ASCII host becomes its A-label",
      "https://bücher.example/",
      "https://xn--bcher-kva.example/",
    ],
    [
      "a non-ASCII host keeps its port",
      "https://bücher.example:8443/",
      "https://xn--bcher-kva.example:8443/",
    ],
    ["[4.10] a bare non-ASCII host gets no slash", "https://bücher.example", "https://xn--bcher-kva.example"],
    ["the scheme keeps its case beside it", "HTTPS://BÜCHER.example/", "HTTPS://xn--bcher-kva.example/"],
    ["a path outside ASCII is escaped", "https://h/café", "https://h/caf%C3%A9"],
    ["NFD stays NFD", "https://h/cafe\u0301", "https://h/cafe%CC%81"],
    ["what a path cannot hold is escaped", 'https://h/"<>^`{}', "https://h/%22%3C%3E%5E%60%7B%7D"],
    [
      "what a query cannot hold is escaped",
      "https://h/?\"<>'é😀",
      "https://h/?%22%3C%3E%27%C3%A9%F0%9F%98%80",
    ],
    ["what a fragment cannot hold is escaped", 'https://h/#"<>`é', "https://h/#%22%3C%3E%60%C3%A9"],
    ["existing escapes are left alone beside new ones", "https://h/%c3%a9é%", "https://h/%c3%a9%C3%A9%"],
  ])("%s", (_, url, location) => {
    expect(toLocation(url)).toBe(location);
  });

  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."/?#%&=.'\"<>^`{|}[]:@+ée"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });

  test("[4.1] escapes as the URL standard does", () => {
    fc.assert(
      fc.property(text, (tail) => {
        const parsed = parseDestination(`https://example.com/x${tail}`);
        fc.pre(parsed.ok && !/(?:^|\/)(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(parsed.value));
        if (!parsed.ok) return;
        const { pathname, search, hash } = new URL(parsed.value);
        const { path, query, fragment } = splitUrl(toLocation(parsed.value));
        expect(path).toBe(pathname);
        expect(query ?? "").toBe(search.slice(1));
        expect(fragment.slice(1)).toBe(hash.slice(1));
      }),
    );
  });
});
