import { expect, it } from "vitest";
import { readOrigin } from "../../src/dashboard/screen/import/origin.ts";

it.each([
  ["https://www.new.example", "https://www.new.example"],
  ["www.new.example", "https://www.new.example"],
  [" new.example:8080/ ", "https://new.example:8080"],
  ["http://new.example", "http://new.example"],
  ["new.example/path", null],
  ["https://new.example?x", null],
  ["ftp://new.example", null],
  ["new", null],
  ["", null],
])("[32.19] reads %j as the website %j", (text, origin) => {
  expect(readOrigin(text)).toBe(origin);
});
