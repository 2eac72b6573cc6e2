import { expect, test } from "vitest";
import { findUrl } from "../../src/dashboard/state/find-url.ts";

test.each([
  ["https://example.com/a", "https://example.com/a"],
  ["A page worth reading https://example.com/a?b=c#d.", "https://example.com/a?b=c#d"],
  ["(HTTP://Example.com/x)", "HTTP://Example.com/x"],
  ["<https://example.com/>", "https://example.com/"],
  ["https://example.com/Mercury_(planet)", "https://example.com/Mercury_(planet)"],
  [" https://example.com/hello! ", "https://example.com/hello!"],
  ["See (https://example.com/Mercury_(planet)).", "https://example.com/Mercury_(planet)"],
  ["See https://example.com/a[1]!", "https://example.com/a[1]"],
  ["ftp://example.com", undefined],
  ["no address", undefined],
  [undefined, undefined],
])("[35.2] the first URL of %j is %j", (text, url) => {
  expect(findUrl(text)).toBe(url);
});
