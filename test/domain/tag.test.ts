import { describe, expect, test } from "vitest";
import { foldTag, parseTag, withoutDuplicateTags } from "../../src/domain/tag.ts";

describe("a tag", () => {
  test.each([
    ["is trimmed", "  Spring sale \n", "Spring sale"],
    ["keeps its letter case", "NEWS", "NEWS"],
    ["keeps white space inside", "a  b", "a  b"],
    ["may hold any punctuation", "50% off, <b>!", "50% off, <b>!"],
    ["may be an emoji", "🎉", "🎉"],
    ["has one form, composed or not", "cafe\u0301", "café"],
    ["has 64 characters at the most", "a".repeat(64), "a".repeat(64)],
    ["counts code points", "😀".repeat(64), "😀".repeat(64)],
    ["is counted when it is trimmed", ` ${"a".repeat(64)} `, "a".repeat(64)],
  ])("%s", (_, text, tag) => {
    expect(parseTag(text)).toEqual({ ok: true, value: tag });
  });

  test.each([
    ["nothing", ""],
    ["white space", " \t "],
    ["65 characters", "a".repeat(65)],
    ["a control character", "a\0b"],
    ["a line feed inside", "a\nb"],
    ["a lone surrogate", "a\ud83d"],
  ])("is not %s", (_, text) => {
    expect(parseTag(text)).toMatchObject({ ok: false });
  });
});

describe("tags", () => {
  test.each([
    ["are each once", ["a", "b", "a"], ["a", "b"]],
    ["are compared without regard to case, shown as first written", ["News", "NEWS", "news"], ["News"]],
    ["are compared so outside ASCII", ["Été", "ÉTÉ"], ["Été"]],
    ["keep their order", ["b", "a"], ["b", "a"]],
    ["may be none", [], []],
  ])("%s", (_, tags, expected) => {
    expect(withoutDuplicateTags(tags)).toEqual(expected);
  });

  test("are folded to lower case", () => {
    expect(foldTag("NÉWS")).toBe("néws");
  });
});
