import { expect, it } from "vitest";
import { cutPlace, lengthWithoutQuery } from "../../src/dashboard/component/middle-cut.tsx";

it.each([
  ["www.old-shop.example/product/blue-1.html", "www.old-shop.example", "/product/blue-1.html"],
  [
    "www.a.example/company/history/the-first-years/part-two.html",
    "www.a.example/company/history/the-first",
    "-years/part-two.html",
  ],
  ["/sale", "", "/sale"],
  ["A long title of a record", "A long title", " of a record"],
])("cuts %s between what the list may lose and what it keeps", (text, start, end) => {
  const at = cutPlace([...text]);
  expect([text.slice(0, at), text.slice(at)]).toEqual([start, end]);
});

it.each([
  ["shop.example/page?utm_source=flyer", "shop.example/page"],
  ["/page?a=1?b", "/page"],
  ["shop.example/page", "shop.example/page"],
  ["Why? And how/why?", "Why? And how/why?"],
])("cuts the query of %s first", (text, rest) => {
  expect(text.slice(0, lengthWithoutQuery(text))).toBe(rest);
});
