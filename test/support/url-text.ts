import * as fc from "fast-check";

/** Text for property tests of URLs: what owners write as a destination, and what visitors ask for. */

const nasty = fc.oneof(
  fc.constantFrom(..."/?#%&=+.:@;,!$'\"<>^`{|}[]()*~_-\\ aAzZ09éß😀"),
  fc.constantFrom(
    "//",
    "..",
    "%2F",
    "%2e",
    "%C3%A9",
    "%c3%a9",
    "%FF",
    "&&",
    "utm_source=",
    "a=1",
    "?",
    "@evil.example",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);

export const nastyText = fc.array(nasty, { maxLength: 20 }).map((parts) => parts.join(""));

const hosts = fc.constantFrom(
  "example.com",
  "EXAMPLE.com",
  "example.com.",
  "sub_domain.example",
  "bücher.example",
  "xn--bcher-kva.example",
  "ｇｏ。example",
  "exa%6Dple.com",
  "localhost",
  "192.0.2.1",
  "0x7f.1",
  "[::1]",
  "[2001:DB8::1]",
);
const ports = fc.constantFrom("", ":", ":80", ":443", ":8443", ":0080");
const tails = fc.oneof(
  fc.constantFrom("", "/", "?", "#"),
  fc.tuple(fc.constantFrom("/", "?", "#", "/a/", "/a?b=1&"), nastyText).map((parts) => parts.join("")),
);

/** Absolute URLs of http and https, whether they can be a destination or not. */
export const writtenUrl = fc
  .tuple(fc.constantFrom("https://", "http://", "HTTPS://", "Http://"), hosts, ports, tails)
  .map((parts) => parts.join(""));

const value = fc.constantFrom("", "", "x", "a b&c=d#é");
export const utmMembers = fc.record({
  source: value,
  medium: value,
  campaign: value,
  term: value,
  content: value,
});
