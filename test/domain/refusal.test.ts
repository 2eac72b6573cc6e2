import { describe, expect, it } from "vitest";
import { refuse } from "../../src/domain/refusal/refusal.ts";
import { say } from "../../src/domain/refusal/say.ts";
import { SENTENCES } from "../../src/domain/refusal/sentences.ts";
import { fromFieldTexts, fromTexts, textsOf, textsOfFields } from "../../src/domain/refusal/stored.ts";
import { fromStoredRow, toStoredRow } from "../../src/storage/change/read.ts";
import { fromStoredReason, toStoredReason } from "../../src/storage/check/read.ts";

const LONG = refuse("too_long", { count: 30 });

describe("[9.23] a code", () => {
  it.each([
    ["without values", refuse("required"), "is required"],
    ["with values", LONG, "must have at most 30 characters"],
    [
      "with a part that has a code",
      refuse("in_host", { reason: refuse("empty_label") }),
      "the hostname has an empty label",
    ],
  ])("%s has its sentence", (_, reason, sentence) => {
    expect(say(reason)).toBe(sentence);
  });

  it("is a word of small letters, digits and underscores", () => {
    expect(Object.keys(SENTENCES).filter((code) => !/^[a-z][a-z\d]*(?:_[a-z\d]+)*$/.test(code))).toEqual([]);
  });
});

describe("[9.23] what is stored", () => {
  it("has the English text, which 0.2.0 reads, and the code beside", () => {
    const row = {
      id: null,
      handler: "redirect",
      place: null,
      line: 1,
      result: "invalid",
      version: 0,
    } as const;
    const planned = { ...row, before: null, after: null, reasons: { url: [LONG] } };
    const stored = toStoredRow(planned);
    expect(stored).toMatchObject({
      reasons: { url: ["must have at most 30 characters"] },
      codes: { url: [LONG] },
    });
    expect(fromStoredRow(stored)).toEqual(planned);
    const found = { line: 1, reason: refuse("check_redirects", { count: 2 }) };
    expect(toStoredReason(found)).toEqual({ line: 1, reason: "2 redirects", code: found.reason });
    expect(fromStoredReason(toStoredReason(found))).toEqual(found);
    expect(fromStoredReason(toStoredReason({ line: 1, reason: null }))).toEqual({ line: 1, reason: null });
  });

  it("is read without a code, where 0.2.0 has written it, as it was written", () => {
    const text = "said by 0.2.0";
    const written = refuse("as_written", { text });
    expect(fromTexts([text])).toEqual([written]);
    // 0.2.0 has replaced one text, and left the codes.
    expect(fromTexts([say(LONG), text], [LONG, refuse("required")])).toEqual([LONG, written]);
    expect(fromFieldTexts({ url: [text] })).toEqual({ url: [written] });
    expect(textsOf([written])).toEqual([text]);
    expect(textsOfFields({ ["__proto__x"]: [LONG] })).toEqual({ ["__proto__x"]: [say(LONG)] });
  });
});
