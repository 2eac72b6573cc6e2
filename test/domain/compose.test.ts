import { describe, expect, test } from "vitest";
import { composeLocation } from "../../src/domain/compose.ts";
import { prepareDestination } from "../../src/domain/prepare-destination.ts";
import { NO_UTM, type Utm } from "../../src/domain/utm.ts";

function compose(
  destination: string,
  {
    path = null,
    query = null,
    utm = {},
  }: { path?: string | null; query?: string | null; utm?: Partial<Utm> },
): string {
  return composeLocation(prepareDestination(destination, { ...NO_UTM, ...utm }, true), path, query);
}

describe("forward_path", () => {
  test.each([
    ["[4.3] is appended with exactly one slash", "https://h/a", "b/c", "https://h/a/b/c"],
    ["finds a slash at the end of the destination", "https://h/a/", "b", "https://h/a/b"],
    ["finds slashes on both sides", "https://h/a/", "/b", "https://h/a/b"],
    ["finds several slashes on both sides", "https://h/a//", "//b", "https://h/a/b"],
    ["finds the root path", "https://h/", "/b", "https://h/b"],
    ["finds a bare host", "https://h", "/b", "https://h/b"],
    ["finds a bare host with a port", "https://h:8443", "b", "https://h:8443/b"],
    ["finds a bare host in front of a query", "https://h?q", "b", "https://h/b?q"],
    ["finds a bare host in front of a fragment", "https://h#f", "b", "https://h/b#f"],
    ["finds an IPv6 address", "http://[::1]:8080", "b", "http://[::1]:8080/b"],
    ["stands before query and fragment", "https://h/a?q#f", "b", "https://h/a/b?q#f"],
    ["keeps its trailing slash", "https://h/a", "b/", "https://h/a/b/"],
    ["keeps slashes in a row inside", "https://h/a", "b//c", "https://h/a/b//c"],
    ["keeps its escapes in any spelling", "https://h/a", "%7e%2F%c3%a9%zz", "https://h/a/%7e%2F%c3%a9%zz"],
    ["[4.3] appends nothing for an empty remainder", "https://h/a", "", "https://h/a"],
    ["[4.3] appends nothing for a lone slash", "https://h/a", "/", "https://h/a"],
    ["appends nothing for a lone slash to a bare host", "https://h", "/", "https://h"],
    ["leaves the slash of the destination where it appends nothing", "https://h/a/", "/", "https://h/a/"],
    ["[4.4] never becomes a host", "https://h", "//evil.example/x", "https://h/evil.example/x"],
    ["[4.4] never becomes a user", "https://h", "@evil.example", "https://h/@evil.example"],
    [
      "never becomes a user behind a port",
      "https://h:80",
      ":80@evil.example",
      "https://h:80/:80@evil.example",
    ],
    ["never becomes part of the host", "https://h", ".evil.example", "https://h/.evil.example"],
    ["[4.4] never becomes a port", "https://h", ":8080/", "https://h/:8080/"],
    ["[4.4] never becomes a scheme", "https://h/", "javascript:alert(1)", "https://h/javascript:alert(1)"],
    ["is nothing where it is off", "https://h/a", null, "https://h/a"],
  ])("%s", (_, destination, path, location) => {
    expect(compose(destination, { path })).toBe(location);
  });
});

describe("forward_query", () => {
  test.each([
    ["is appended to a destination without a query", "https://h/a", "x=1", "https://h/a?x=1"],
    ["is appended to a bare host", "https://h", "x=1", "https://h?x=1"],
    ["[4.5] is appended to the destination's query", "https://h/?a=1", "x=1", "https://h/?a=1&x=1"],
    ["is appended behind a lone question mark", "https://h/?", "x=1", "https://h/?x=1"],
    ["is appended behind a trailing ampersand", "https://h/?a=1&", "x=1", "https://h/?a=1&x=1"],
    ["[4.7] stands before the fragment", "https://h/#f", "x=1", "https://h/?x=1#f"],
    ["stands before the fragment of a bare host", "https://h#f", "x=1", "https://h?x=1#f"],
    ["[4.5] of nothing but a question mark adds nothing", "https://h/?a=1#f", "", "https://h/?a=1#f"],
    ["of nothing adds no question mark", "https://h/a", "", "https://h/a"],
    ["leaves a lone question mark where there is nothing to add", "https://h/?", "", "https://h/?"],
    ["is nothing where it is off", "https://h/a?b", null, "https://h/a?b"],
  ])("%s", (_, destination, query, location) => {
    expect(compose(destination, { query })).toBe(location);
  });

  test.each([
    ["replaces a value of the same name", "a=1", "a=2", "a=2"],
    ["stands where the destination's stood", "a=1&b=2&c=3", "b=x", "a=1&b=x&c=3"],
    ["[4.5] stands where the first of them stood", "a=1&b=2&a=3", "a=x", "a=x&b=2"],
    ["[4.5] keeps all repeated names of the visitor, in order", "a=1&b=2", "a=x&c=y&a=z", "a=x&a=z&b=2&c=y"],
    ["replaces all repeated names of the destination", "a=1&a=2&a=3", "a=x", "a=x"],
    ["keeps repeated names that do not collide", "a=1&a=2", "b=3&b=4", "a=1&a=2&b=3&b=4"],
    ["[4.5] compares names percent-decoded", "%61=1&b=2", "a=x", "a=x&b=2"],
    ["compares the visitor's names percent-decoded", "a=1&b=2", "%61=x", "%61=x&b=2"],
    ["compares escaped UTF-8 in any hex case", "caf%C3%A9=1", "caf%c3%a9=x", "caf%c3%a9=x"],
    ["compares names outside ASCII with their escapes", "café=1", "caf%C3%A9=x", "caf%C3%A9=x"],
    ["[4.5] reads + in a name as a space", "a+b=1", "a%20b=x", "a%20b=x"],
    ["reads %20 in a name as +", "a%20b=1", "a+b=x", "a+b=x"],
    ["tells an escaped plus from a space", "a%2Bb=1", "a+b=x", "a%2Bb=1&a+b=x"],
    ["compares names with letter case", "A=1", "a=x", "A=1&a=x"],
    ["compares names that are no UTF-8 by their bytes", "stra%DFe=1", "stra%dfe=x", "stra%dfe=x"],
    ["tells names from each other that are no UTF-8", "a%FE=1", "a%FF=x", "a%FE=1&a%FF=x"],
    ["compares names with stray percent signs", "100%=1", "100%=x", "100%=x"],
    ["compares empty names", "=1&a=2", "=x", "=x&a=2"],
    ["compares no names inside values", "a=b=1", "b=x", "a=b=1&b=x"],
    [
      "[4.5] leaves values without a name of theirs untouched, byte for byte",
      "a=%7e+%zz&b",
      "c=1",
      "a=%7e+%zz&b&c=1",
    ],
    ["[4.5] keeps ?b", "b=1", "b", "b"],
    ["[4.5] keeps ?b=", "b=1", "b=", "b="],
    ["keeps ?b of the destination", "b", "c=", "b&c="],
    ["keeps ?b= of the destination", "b=", "c", "b=&c"],
    ["keeps the visitor's bytes", "a=1", "b=%7E+%C3%a9;/?:@!$'", "a=1&b=%7E+%C3%a9;/?:@!$'"],
    ["keeps ampersands in a row of the destination", "a=1&&b=2", "c=3", "a=1&&b=2&c=3"],
    ["keeps ampersands in a row of the visitor", "a=1", "b=2&&c=3", "a=1&b=2&&c=3"],
    ["takes a semicolon for a character", "a=1;b=2", "b=x", "a=1;b=2&b=x"],
    [
      "takes a name of JavaScript's for a name",
      "__proto__=1&constructor=2",
      "constructor=x",
      "__proto__=1&constructor=x",
    ],
  ])("%s", (_, own, query, expected) => {
    expect(compose(`https://h/?${own}#f`, { query })).toBe(`https://h/?${expected}#f`);
  });
});

describe("UTM", () => {
  const all = { source: "s", medium: "m", campaign: "c", term: "t", content: "n" };
  const allUtm = "utm_source=s&utm_medium=m&utm_campaign=c&utm_term=t&utm_content=n";

  test.each([
    ["[4.6] is appended in order", "https://h/", all, `https://h/?${allUtm}`],
    ["is appended to a bare host", "https://h", { source: "s" }, "https://h?utm_source=s"],
    [
      "[4.5] is appended to the destination's query",
      "https://h/?a=1",
      { medium: "m" },
      "https://h/?a=1&utm_medium=m",
    ],
    ["is appended behind a lone question mark", "https://h/?", { source: "s" }, "https://h/?utm_source=s"],
    ["[4.7] stands before the fragment", "https://h/#f", { source: "s" }, "https://h/?utm_source=s#f"],
    [
      "[4.6] is encoded as encodeURIComponent does",
      "https://h/",
      { source: "a b&c=d/é+'!" },
      "https://h/?utm_source=a%20b%26c%3Dd%2F%C3%A9%2B'!",
    ],
    [
      "replaces the destination's own",
      "https://h/?utm_source=x&a=1",
      { source: "s" },
      "https://h/?a=1&utm_source=s",
    ],
    [
      "[4.6] replaces all of the destination's own",
      "https://h/?utm_source=x&a=1&utm_source=y",
      { source: "s" },
      "https://h/?a=1&utm_source=s",
    ],
    [
      "replaces the destination's own in any spelling",
      "https://h/?utm%5Fsource=x",
      { source: "s" },
      "https://h/?utm_source=s",
    ],
    [
      "leaves the destination's own where the member is unset",
      "https://h/?utm_term=x",
      { source: "s" },
      "https://h/?utm_term=x&utm_source=s",
    ],
    [
      "leaves the bytes of the rest alone",
      "https://h/?a=%7e&&b",
      { source: "s" },
      "https://h/?a=%7e&&b&utm_source=s",
    ],
    ["is nothing where no member is set", "https://h/?utm_source=x", {}, "https://h/?utm_source=x"],
  ])("%s", (_, destination, utm, location) => {
    expect(compose(destination, { utm })).toBe(location);
    expect(prepareDestination(destination, { ...NO_UTM, ...utm }, false).url).toBe(location);
  });

  test.each([
    ["stands behind the visitor's parameters", "a=1", "b=2", "a=1&b=2&utm_source=s&utm_medium=m"],
    [
      "leaves a name that the visitor sent to the visitor's value",
      "a=1",
      "utm_source=v",
      "a=1&utm_source=v&utm_medium=m",
    ],
    ["leaves it in the visitor's spelling", "a=1", "utm%5Fsource=v", "a=1&utm%5Fsource=v&utm_medium=m"],
    [
      "leaves it all of the visitor's values",
      "",
      "utm_source=v&utm_source=w",
      "utm_source=v&utm_source=w&utm_medium=m",
    ],
    ["leaves it an empty value", "", "utm_source=", "utm_source=&utm_medium=m"],
    [
      "lets the visitor's value stand where the destination's stood",
      "utm_source=x&a=1",
      "utm_source=v",
      "utm_source=v&a=1&utm_medium=m",
    ],
    [
      "still replaces the destination's own that the visitor did not send",
      "utm_medium=x&a=1",
      "utm_source=v",
      "a=1&utm_source=v&utm_medium=m",
    ],
    ["is appended where the visitor sent a lone question mark", "a=1", "", "a=1&utm_source=s&utm_medium=m"],
  ])("[4.6] with forward_query %s", (_, own, query, expected) => {
    const utm = { source: "s", medium: "m" };
    expect(compose(`https://h/?${own}`, { query, utm })).toBe(`https://h/?${expected}`);
  });

  test("stands beside a forwarded path", () => {
    expect(compose("https://h/a#f", { path: "b", utm: { source: "s" } })).toBe(
      "https://h/a/b?utm_source=s#f",
    );
  });

  test("is yielded to the visitor on a bare host", () => {
    expect(compose("https://h", { query: "utm_source=v", utm: { source: "s" } })).toBe(
      "https://h?utm_source=v",
    );
  });
});

describe("a Location", () => {
  test.each([
    [
      "with path, query, UTM and fragment",
      "https://h/a?x=1#f",
      "/b/",
      "x=2&y",
      { source: "s" },
      "https://h/a/b/?x=2&y&utm_source=s#f",
    ],
    [
      "to a non-ASCII host, path and query",
      "https://bücher.example:8443/ü?ö=1#ä",
      "b",
      "c",
      {},
      "https://xn--bcher-kva.example:8443/%C3%BC/b?%C3%B6=1&c#%C3%A4",
    ],
    ["to an IPv6 host", "http://[2001:DB8::1]:8080?a", "b", "a=1", {}, "http://[2001:DB8::1]:8080/b?a=1"],
    [
      "with the scheme and host in upper case",
      "HTTPS://EXAMPLE.com/A",
      "B",
      "C",
      {},
      "HTTPS://EXAMPLE.com/A/B?C",
    ],
    ["with dot segments", "https://h/a/../b/.", "c", null, {}, "https://h/a/../b/./c"],
    [
      "with a question mark in the fragment",
      "https://h/#/route?x=1",
      "p",
      "q",
      {},
      "https://h/p?q#/route?x=1",
    ],
    ["with an empty fragment", "https://h/#", "p", "q", {}, "https://h/p?q#"],
    ["with slashes in the query", "https://h?next=/a/", "p", null, {}, "https://h/p?next=/a/"],
  ])("%s", (_, destination, path, query, utm, location) => {
    expect(compose(destination, { path, query, utm })).toBe(location);
  });

  describe("[4.8] of more than 8,192 characters is answered without the forwarded parts", () => {
    const destination = "https://h/a?b=1#f";
    const utm = { source: "s" };
    const bare = "https://h/a?b=1&utm_source=s#f";
    const room = 8192 - bare.length;

    test("the path", () => {
      const fitting = "p".repeat(room - 1);
      expect(compose(destination, { path: fitting, utm })).toHaveLength(8192);
      expect(compose(destination, { path: `${fitting}p`, utm })).toBe(bare);
    });

    test("the query", () => {
      const fitting = "q".repeat(room - 1);
      expect(compose(destination, { query: fitting, utm })).toHaveLength(8192);
      expect(compose(destination, { query: `${fitting}q`, utm })).toBe(bare);
    });

    test("both of them", () => {
      const half = "x".repeat(Math.ceil(room / 2));
      expect(compose(destination, { path: half, query: half, utm })).toBe(bare);
    });
  });

  test("forwards nothing where the record forwards nothing", () => {
    const prepared = prepareDestination("https://h/a", NO_UTM, false);
    expect(composeLocation(prepared, "b", "c")).toBe("https://h/a");
  });
});
