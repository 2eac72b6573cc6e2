import { describe, expect, test } from "vitest";
import { parseDestination } from "../../src/domain/destination.ts";

const longLabel = "a".repeat(63);

describe("a destination", () => {
  test.each([
    ["an https URL", "https://example.com/a?b#c"],
    ["an http URL", "http://example.com/"],
    ["a bare host", "https://example.com"],
    ["a scheme in upper case", "HTTPS://example.com/"],
    ["a host in upper case", "https://Example.COM/"],
    ["a port", "https://example.com:8443/"],
    ["the default port", "https://example.com:443/"],
    ["a single label", "http://intranet/a"],
    ["localhost, with its scheme", "http://localhost:8080/"],
    ["a trailing dot", "https://example.com./a"],
    ["underscore labels", "https://_dmarc.my_host.example.com/"],
    ["a label of 63 characters", `https://${longLabel}.example/`],
    ["hyphens inside a label", "https://a-b--c.example/"],
    ["a host outside ASCII", "https://bücher.example/"],
    ["a host as A-label", "https://xn--bcher-kva.example/"],
    ["an IPv4 address", "http://192.0.2.1:8080/"],
    ["an IPv6 address", "http://[2001:db8::1]:8080/"],
    ["a path outside ASCII", "https://example.com/café/日本"],
    ["an at sign in the path", "https://example.com/@user"],
    ["an at sign in the query of a bare host", "https://example.com?to=a@b.example"],
    ["an at sign in the fragment of a bare host", "https://example.com#@a"],
    ["a URL in the path", "https://example.com/https://other.example/"],
    ["slashes in a row behind the host", "https://example.com//a"],
    ["dot segments", "https://example.com/a/../b"],
    ["stray percent signs", "https://example.com/100%/%zz"],
    ["a lone question mark", "https://example.com/?"],
    ["a lone hash", "https://example.com/#"],
    ["characters that a URL cannot hold", 'https://example.com/"<>^`{|}?"<>\'#"<>`'],
  ])("keeps its bytes: %s", (_, url) => {
    expect(parseDestination(url)).toEqual({ ok: true, value: url });
  });

  test.each([
    ["spaces", "  https://example.com/a  "],
    ["line feeds and tabs", "\n\thttps://example.com/a\r\n"],
    ["no-break spaces", "\u00a0https://example.com/a\u00a0"],
  ])("[4.10] is trimmed of white space around: %s", (_, text) => {
    expect(parseDestination(text)).toEqual({ ok: true, value: "https://example.com/a" });
  });

  test.each([
    "example.com",
    "example.com/x",
    "example.com:8080",
    "example.com:8080/x",
    "example.com?x",
    "example.com#x",
    "example.com.",
    "bücher.example/x",
    "192.0.2.1/x",
    "example.com/?next=https://other.example/",
    "example.com/a:b@c",
  ])("[4.10] %s is taken as https", (text) => {
    expect(parseDestination(text)).toEqual({ ok: true, value: `https://${text}` });
  });

  test.each([
    ["nothing", ""],
    ["white space alone", " \n "],
    ["a script", "javascript:alert(1)"],
    ["a script behind a host's name", "javascript://example.com/%0aalert(1)"],
    ["a script in mixed case behind a space", " JavaScript:alert(1)"],
    ["a script with a tab in its name", "java\tscript:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a file", "file:///etc/passwd"],
    ["a blob", "blob:https://example.com/1"],
    ["FTP", "ftp://example.com/"],
    ["mail", "mailto:user@example.com"],
    ["a phone number", "tel:+41441234567"],
    ["another scheme", "custom+scheme.x://example.com/"],
    ["a URL without scheme", "//example.com/x"],
    ["a path", "/x"],
    ["a relative path", "x/y"],
    ["a query", "?x"],
    ["a fragment", "#x"],
    ["a word", "example"],
    ["a host and port without scheme that could be a scheme and path", "localhost:80"],
    ["a scheme alone", "https:"],
    ["a scheme and slashes", "https://"],
    ["a scheme without slashes", "https:example.com"],
    ["a scheme with one slash", "https:/example.com"],
    ["no host in front of a path", "https:///x"],
    ["four slashes", "https:////example.com"],
    ["no host in front of a query", "https://?x"],
    ["no host in front of a fragment", "https://#x"],
    ["no host in front of a port", "https://:80/"],
    ["a user", "https://user@example.com/"],
    ["a user and a password", "https://user:password@example.com/"],
    ["an empty user", "https://@example.com/"],
    ["an empty user and password", "https://:@example.com/"],
    ["a host as the user of another", "https://example.com@other.example/"],
    ["a user without scheme", "user@example.com"],
    ["a backslash for a slash", "https:\\\\example.com\\x"],
    ["a backslash in front of another host", "https://example.com\\@other.example/"],
    ["a backslash in the path", "https://example.com/a\\b"],
    ["a backslash in the query", "https://example.com/?a\\b"],
    ["a space in the path", "https://example.com/a b"],
    ["a tab inside", "https://example.com/a\tb"],
    ["a tab in the host", "https://exam\tple.com/"],
    ["a line feed inside", "https://example.com/a\nLocation: https://other.example"],
    ["a carriage return inside", "https://example.com/a\rb"],
    ["a NUL", "https://example.com/a\0b"],
    ["a delete character", "https://example.com/a\x7fb"],
    ["a C1 control character", "https://example.com/a\x85b"],
    ["a no-break space inside", "https://example.com/a\u00a0b"],
    ["a line separator inside", "https://example.com/a\u2028b"],
    ["a port that is too large", "https://example.com:65536/"],
    ["a port that is no number", "https://example.com:http/"],
    ["an IPv6 address that is none", "https://[2001:db8::g]/"],
    ["an IPv6 address without its end", "https://[2001:db8::1/"],
    ["text behind an IPv6 address", "https://[2001:db8::1]x/"],
    ["an IPv4 address that is none", "https://256.0.0.1/"],
    ["an angle bracket in the host", "https://exam<ple.com/"],
    ["a percent sign in the host", "https://exam%ple.com/"],
    ["an escaped slash in the host", "https://example.com%2F@other.example/"],
    ["an empty label", "https://example..com/"],
    ["an empty first label", "https://.example.com/"],
    ["two trailing dots", "https://example.com../"],
    ["a dot for a host", "https://./"],
    ["an empty label without scheme", "example..com"],
    ["an empty first label without scheme", ".example.com"],
    ["a label of 64 characters", `https://${longLabel}a.example/`],
    ["a name of more than 253 characters", `https://${`${longLabel}.`.repeat(4)}example/`],
    ["a hyphen at the start of a label", "https://-a.example/"],
    ["a hyphen at the end of a label", "https://a-.example/"],
    ["a broken xn-- label", "https://xn--zn7c.com/"],
    ["an xn-- label of nothing", "https://xn--.example/"],
    ["a lone high surrogate", "https://example.com/\ud83d"],
    ["a lone low surrogate", "https://example.com/?\ude00"],
    ["a lone surrogate in the fragment", "https://example.com/#\ude00x"],
  ])("[4.10] is refused for %s", (_, text) => {
    expect(parseDestination(text)).toMatchObject({ ok: false, reason: expect.any(Object) });
  });

  describe("[4.10] has at most 2,048 characters", () => {
    const base = "https://example.com/";

    test.each([
      ["letters", "a"],
      ["characters outside ASCII", "é"],
      ["characters outside the basic plane, one each", "😀"],
    ])("%s", (_, character) => {
      const fitting = base + character.repeat(2048 - base.length);
      expect([...fitting]).toHaveLength(2048);
      expect(parseDestination(fitting)).toEqual({ ok: true, value: fitting });
      expect(parseDestination(fitting + character)).toMatchObject({ ok: false });
    });

    test("without the white space around", () => {
      const fitting = base + "a".repeat(2048 - base.length);
      expect(parseDestination(` ${fitting} `)).toEqual({ ok: true, value: fitting });
    });

    test("with the scheme that was added", () => {
      const bare = `example.com/${"a".repeat(2048 - base.length)}`;
      expect(parseDestination(bare)).toMatchObject({ ok: true });
      expect(parseDestination(`${bare}a`)).toMatchObject({ ok: false });
    });
  });
});
