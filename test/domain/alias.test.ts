import { describe, expect, test } from "vitest";
import { generateAlias, parseAlias } from "../../src/domain/alias.ts";
import { toCanonicalPath } from "../../src/domain/path.ts";

describe("parseAlias", () => {
  test.each([
    ["one character", "a"],
    ["Latin letters and digits", "Promo2026"],
    ["letters with accents", "café"],
    ["Greek letters", "προσφορά"],
    ["Chinese characters", "促销"],
    ["Hangul", "할인"],
    ["Arabic letters and digits", "عرض٢٠٢٦"],
    ["Devanagari with its combining marks", "प्रस्ताव"],
    ["letters outside the basic plane", "𐐷𝒶"],
    ["a combining mark that nothing composes with", "x\u0304"],
    ["an emoji", "🎉"],
    ["an emoji", "❤"],
    ["an emoji with a skin tone", "👍🏽"],
    ["emoji with joiners", "👩‍👩‍👧"],
    ["a flag", "🇨🇭"],
    ["a flag made of tags", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
    ["hyphen, low line, dot, tilde, plus and exclamation mark", "-_.~+!a"],
    ["a leading dot", ".a"],
    ["a trailing dot", "a."],
    ["three dots", "..."],
    ["a plus inside", "a+b"],
    [".qr inside", "a.qr.b"],
    ["qr", "qr"],
    ["a name that only begins like a reserved one", "robots.txt.old"],
  ])("takes %s", (_, alias) => {
    expect(parseAlias(alias)).toEqual({ ok: true, value: alias });
  });

  test.each([
    ["an emoji", "❤\ufe0f", "❤"],
    ["an emoji shown as text", "❤\ufe0e", "❤"],
    ["a keycap", "1\ufe0f\u20e3", "1\u20e3"],
    ["emoji with joiners", "\u{1f3f3}\ufe0f\u200d\u{1f308}", "\u{1f3f3}\u200d\u{1f308}"],
  ])("[2.15] leaves out the variation selectors of %s", (_, alias, value) => {
    expect(parseAlias(alias)).toEqual({ ok: true, value });
  });

  test.each([
    ["a selector alone", "\ufe0f"],
    ["a selector behind a letter", "a\ufe0f"],
    ["a selector behind a digit that is no keycap", "1\ufe0f"],
    ["a joiner alone", "\u200d"],
    ["a joiner behind a letter", "x\u200d"],
    ["a joiner in front of a letter", "\u200dx"],
    ["a joiner behind an emoji with nothing to join", "👩\u200dx"],
    ["a tag behind a letter", "a\u{e0067}"],
    ["a combining mark at the beginning", "\u0301a"],
    ["a combining mark alone", "\u0301"],
    ["letters that draw nothing", "\u3164\u115f"],
  ])("[2.16] refuses %s", (_, alias) => {
    expect(parseAlias(alias).ok).toBe(false);
  });

  test.each([
    ["nothing", ""],
    ["a slash", "a/b"],
    ["a question mark", "a?b"],
    ["a hash", "a#b"],
    ["a percent sign", "a%b"],
    ["an escape", "caf%C3%A9"],
    ["a backslash", "a\\b"],
    ["a star", "a*b"],
    ["an emoji keycap, which is made of a hash", "#\ufe0f\u20e3"],
    ["a space", "a b"],
    ["a space at the end", "a "],
    ["a no-break space", "a\u00a0b"],
    ["a tab", "a\tb"],
    ["a NUL", "a\0b"],
    ["a line separator", "a\u2028b"],
    ["a zero-width space", "a\u200bb"],
    ["a right-to-left override", "a\u202eb"],
    ["a byte order mark", "\ufeffa"],
    ["a lone surrogate", "a\ud83d"],
    ["punctuation", "a,b"],
    ["an at sign", "@a"],
    ["an ampersand", "a&b"],
    ["an equals sign", "a=b"],
    ["a quote", 'a"b'],
    ["an angle bracket", "a<b"],
    ["a dot", "."],
    ["two dots", ".."],
    ["a plus at the end, which asks for the preview", "a+"],
    ["a plus alone", "+"],
    [".qr at the end, which asks for the picture", "a.qr"],
    [".qr alone", ".qr"],
    [".QR at the end, since paths are found in any letter case", "a.QR"],
  ])("refuses %s", (_, alias) => {
    expect(parseAlias(alias)).toMatchObject({ ok: false, reason: expect.any(Object) });
  });

  test.each(["robots.txt", "favicon.ico", ".well-known", "cdn-cgi", "Robots.TXT", "CDN-CGI"])(
    "%s is reserved",
    (alias) => {
      expect(parseAlias(alias)).toMatchObject({ ok: false });
    },
  );

  test.each([
    ["letters", "a", "a"],
    ["characters outside the basic plane", "😀", "😀"],
    ["letters that NFC composes", "e\u0301", "é"],
    ["letters that NFC takes apart", "\u0958", "\u0915\u093c"],
  ])("has 1 to 30 characters counted as code points after NFC: %s", (_, written, composed) => {
    const length = [...composed].length;
    const fitting = 30 / length;
    expect(parseAlias(written.repeat(fitting))).toEqual({ ok: true, value: composed.repeat(fitting) });
    expect(parseAlias(written.repeat(fitting + 1))).toMatchObject({ ok: false });
  });

  test.each(["Promo", "café", "👩‍👩‍👧", "-_.~+!a", "促销"])(
    "%s stands in a path in its canonical form",
    (alias) => {
      expect(toCanonicalPath(`/${encodeURIComponent(alias)}`)).toBe(`/${alias}`);
    },
  );
});

describe("generateAlias", () => {
  const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";

  test("draws every character of 23456789abcdefghjkmnpqrstuvwxyz, and no other", () => {
    let draws = 0;
    const next = () => draws++ / alphabet.length + 1e-9;
    expect(generateAlias(alphabet.length, next)).toBe(alphabet);
  });

  test("draws the last character at the end of the range", () => {
    expect(generateAlias(6, () => 1 - Number.EPSILON)).toBe("zzzzzz");
    expect(generateAlias(6, () => 0)).toBe("222222");
  });

  test.each([6, 7, 8])("has %i characters when asked for them", (length) => {
    expect(generateAlias(length, () => 0.5)).toHaveLength(length);
  });

  test("makes aliases that are allowed", () => {
    expect(parseAlias(generateAlias(6, () => 0.3))).toMatchObject({ ok: true });
  });
});
