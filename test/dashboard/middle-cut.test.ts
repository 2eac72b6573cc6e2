import { expect, it } from "vitest";
import { cutPlace } from "../../src/dashboard/component/middle-cut.tsx";

it.each([
  ["www.old-shop.example/product/blue-1.html", "www.old-shop.example", "/product/blue-1.html"],
  [
    "www.a.example/company/history/the-first-years/part-two.html",
    "www.a.example/company/history/t",
    "he-first-years/part-two.html",
  ],
  ["/a/b", "/a", "/b"],
  ["A long title of a record", "A long title", " of a record"],
])("cuts %s between what the list may lose and what it keeps", (text, start, end) => {
  const at = cutPlace([...text]);
  expect([text.slice(0, at), text.slice(at)]).toEqual([start, end]);
});
