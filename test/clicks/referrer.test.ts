import { describe, expect, it } from "vitest";
import { toReferrer } from "../../src/clicks/referrer.ts";

describe("the hostname of the page that a visitor came from", () => {
  it.each([
    ["https://news.example/path?q=secret#part", "news.example"],
    ["https://news.example", "news.example"],
    ["HTTPS://News.Example/", "news.example"],
    ["https://www.news.example/", "news.example"],
    ["https://www.www.news.example/", "www.news.example"],
    ["http://news.example:8080/", "news.example"],
    ["https://news.example./", "news.example"],
    ["https://user:pass@news.example/", "news.example"],
    ["https://a@b@news.example/", "news.example"],
    ["https://news.example?query", "news.example"],
    ["https://news.example#part", "news.example"],
    ["https://news.example\\path", "news.example"],
    ["https://xn--bcher-kva.example/", "xn--bcher-kva.example"],
    ["https://my_host.example/", "my_host.example"],
    ["http://203.0.113.7/", "203.0.113.7"],
    ["http://[2001:DB8::1]:443/", "[2001:db8::1]"],
    ["android-app://com.google.android.gm/", "com.google.android.gm"],
  ])("%s is %s", (header, host) => {
    expect(toReferrer(header)).toBe(host);
  });

  it.each([
    ["no header", null],
    ["an empty one", ""],
    ["a path", "/path"],
    ["a path with a host in it", "/path//news.example/"],
    ["a host without scheme", "//news.example/"],
    ["something without authority", "about:client"],
    ["a URL further back", "see https://news.example/"],
    ["an empty host", "https:///path"],
    ["a port alone", "https://:80/"],
    ["white space", "https://news example/"],
    ["markup", "https://<script>alert(1)</script>/"],
    ["a quote", "https://news'example/"],
    ["control characters", "https://news\u0001example/"],
    ["letters that no A-label has", "https://bücher.example/"],
    ["a lone surrogate", "https://\ud800.example/"],
    ["brackets around nothing", "https://[]/"],
    ["a name longer than names are", `https://${"a.".repeat(127)}example/`],
    ["(other), which stands for what is summed up", "https://(other)/"],
  ])("%s is none", (_, header) => {
    expect(toReferrer(header)).toBe("");
  });

  it("takes the longest name there is", () => {
    const host = `${"a.".repeat(123)}example`;
    expect(host).toHaveLength(253);
    expect(toReferrer(`https://${host}/`)).toBe(host);
  });

  it.each([":", ":0", "@", "a", "a.", "www.", "/", "//", "://", "[", "\\", "-", "é"])(
    "comes to an end on any number of %j",
    { timeout: 20_000 },
    (pattern) => {
      for (const start of ["", "https", "https://", "https://a:", "https://www."]) {
        const header = start + pattern.repeat(1_000_000 / pattern.length);
        expect(toReferrer(`${header}\0`).length).toBeLessThanOrEqual(253);
      }
    },
  );
});
