import { describe, expect, test } from "vitest";
import { findLabelProblem, parseHostname, toAsciiHostname } from "../../src/domain/parse-hostname.ts";

const longLabel = "a".repeat(63);

describe("parseHostname", () => {
  test.each([
    ["a hostname", "go.example.com", "go.example.com"],
    ["lower case", "Go.EXAMPLE.com", "go.example.com"],
    ["without the trailing dot", "go.example.com.", "go.example.com"],
    ["without white space around", " go.example.com\n", "go.example.com"],
    ["the A-label", "bücher.example", "xn--bcher-kva.example"],
    ["the A-label of a decomposed name", "bu\u0308cher.example", "xn--bcher-kva.example"],
    ["an A-label in lower case", "XN--BCHER-KVA.example", "xn--bcher-kva.example"],
    ["the A-label of an emoji", "💩.la", "xn--ls8h.la"],
    ["letters that IDNA 2008 keeps", "faß.de", "xn--fa-hia.de"],
    ["ASCII for full-width letters and dots", "ｇｏ。example.com", "go.example.com"],
    ["underscores", "_a.b_c.example.com", "_a.b_c.example.com"],
    ["hyphens inside", "a-b--c.example.com", "a-b--c.example.com"],
    ["digits", "1.example.com", "1.example.com"],
    ["a single label", "localhost", "localhost"],
    ["a wildcard", "*.example.com", "*.example.com"],
    ["a wildcard below the A-label", "*.BÜCHER.example.", "*.xn--bcher-kva.example"],
    ["a label of 63 characters", `${longLabel}.example`, `${longLabel}.example`],
  ])("takes %s", (_, text, host) => {
    expect(parseHostname(text)).toEqual({ ok: true, value: host });
  });

  test.each([
    ["nothing", ""],
    ["a dot", "."],
    ["an empty label", "a..example.com"],
    ["an empty first label", ".example.com"],
    ["two trailing dots", "example.com.."],
    ["an ideographic dot alone", "。"],
    ["a label of 64 characters", `${longLabel}a.example`],
    ["a hyphen at the start of a label", "-a.example.com"],
    ["a hyphen at the end of a label", "a-.example.com"],
    ["an empty xn-- label", "xn--.example.com"],
    ["an xn-- label that decodes to nothing", "xn--a.example.com"],
    ["an xn-- label that is broken", "xn--zn7c.com"],
    ["an xn-- label that is ASCII in disguise", "xn--abc-.example.com"],
    ["a port", "example.com:80"],
    ["a scheme", "https://example.com"],
    ["a path", "example.com/"],
    ["a query", "example.com?x"],
    ["a fragment", "example.com#x"],
    ["a user", "user@example.com"],
    ["a backslash", "example.com\\a"],
    ["white space inside", "exa mple.com"],
    ["a line feed inside", "exa\nmple.com"],
    ["a NUL", "exa\0mple.com"],
    ["a percent sign", "exa%6Dple.com"],
    ["a lone surrogate", "\ud800.example.com"],
    ["a lone joiner", "a\u200db.example.com"],
    ["an IPv4 address", "192.0.2.1"],
    ["a short IPv4 address", "127.1"],
    ["an IPv4 address in hex", "0x7f.0.0.1"],
    ["an IPv4 address as one number", "2130706433"],
    ["an IPv4 address with a trailing dot", "192.0.2.1."],
    ["an IPv6 address", "[2001:db8::1]"],
    ["an IPv6 address without brackets", "2001:db8::1"],
    ["a star", "*"],
    ["a star and a dot", "*."],
    ["a star inside a label", "*a.example.com"],
    ["a star in the middle", "a.*.example.com"],
    ["two stars", "*.*.example.com"],
    ["a wildcard below an IP address", "*.192.0.2.1"],
  ])("refuses %s", (_, text) => {
    expect(parseHostname(text)).toMatchObject({ ok: false, reason: expect.any(Object) });
  });

  test("[10.7] has at most 100 characters, counted in the form that is stored", () => {
    const exact = `${"a".repeat(51)}.${"b".repeat(40)}.example`;
    expect(exact).toHaveLength(100);
    expect(parseHostname(exact)).toMatchObject({ ok: true });
    expect(parseHostname(`a${exact}`)).toMatchObject({ ok: false });
    expect(parseHostname(`*.${exact}`)).toMatchObject({ ok: false });
    expect(parseHostname(`${exact}.`)).toMatchObject({ ok: true });
  });
});

describe("toAsciiHostname", () => {
  test.each([
    ["EXAMPLE.com.", "example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["exa mple", null],
    ["", null],
  ])("makes %j %j", (name, ascii) => {
    expect(toAsciiHostname(name)).toBe(ascii);
  });
});

describe("findLabelProblem", () => {
  const name = (lastLabel: number) => `${`${longLabel}.`.repeat(3)}${"a".repeat(lastLabel)}`;

  test("a DNS name has at most 253 octets", () => {
    expect(name(61)).toHaveLength(253);
    expect(findLabelProblem(name(61))).toBeNull();
    expect(findLabelProblem(name(62))).not.toBeNull();
  });

  test.each(["", ".", "a..b", "a.", ".a", "-a", "a-", "xn--", "xn--a", `${longLabel}a`, "a b", "A"])(
    "%j has one",
    (broken) => {
      expect(findLabelProblem(broken)).toEqual(expect.any(Object));
    },
  );
});
