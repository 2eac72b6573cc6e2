import { describe, expect, it } from "vitest";
import { readOrigin } from "../../src/clicks/origin.ts";

describe("where a visit comes from", () => {
  it.each([
    ["", "link", ""],
    ["utm_source=qr", "qr", ""],
    ["x=1&utm_source=qr&y", "qr", ""],
    ["utm%5Fsource=%71r", "qr", ""],
    ["utm_source=newsletter", "link", ""],
    ["xutm_source=qr", "link", ""],
    ["utm_source=", "link", ""],
    ["utm_source", "link", ""],
    ["utm_campaign=spring", "link", "spring"],
    ["utm_campaign=a+b%20c", "link", "a b c"],
    ["utm_campaign=&utm_campaign=second", "link", "second"],
    ["utm_campaign=%00%0Ax", "link", "x"],
    ["utm_campaign=%ff", "link", "%FF"],
    [`utm_campaign=${"a".repeat(65)}`, "link", "a".repeat(64)],
    [`utm_campaign=${"a".repeat(63)}%F0%9F%98%80`, "link", `${"a".repeat(63)}\ufffd`],
  ])("[8.7] by %j is %j of the campaign %j", (query, source, campaign) => {
    expect(readOrigin(query)).toEqual({ source, campaign });
  });
});
