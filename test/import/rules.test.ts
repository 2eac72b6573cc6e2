import { refuse } from "../../src/domain/refusal/refusal.ts";
import { sayRow } from "../../src/import/say-row.ts";
import { describe, expect, test } from "vitest";
import { translateRegex } from "../../src/import/regex.ts";
import { readMoment } from "../../src/import/moment.ts";
import { readFile } from "./outcome.ts";

describe("[18.4] translateRegex says exactly the same", () => {
  test.each([
    ["^/a$", "/a"],
    ["^/a/?$", "/a"],
    ["^/a\\.html$", "/a.html"],
    ["^/a/(.*)$", "/a/*"],
    ["^/a/.*", "/a/*"],
    ["^/p/([^/]+)$", "/p/:p1"],
    ["^/p/(?<id>[^/]+)\\.html$", "/p/:id.html"],
    ["^/p/([^/]+)/(.*)$", "/p/:p1/*"],
    ["^/:x$", "/%3Ax"],
    ["^/a\\*$", "/a%2A"],
    ["^/?$", "/"],
    ["^(.*)$", "/*"],
    ["(.*)", "/*"],
  ])("%s as %s", (regex, path) => {
    expect(translateRegex(regex)).toMatchObject({ path });
  });
});

describe("[18.4] translateRegex refuses", () => {
  test.each([
    ["/a/(.*)", "not anchored at its start"],
    ["^/a", "not anchored at its end"],
    ["^/a.html$", "unescaped dot"],
    ["^/(\\d+)$", "cannot be expressed as a segment"],
    ["^/(a|b)$", "alternatives"],
    ["^/a|/b$", "alternatives"],
    ["^/a/(.*)/b$", "spans slashes"],
    ["^/a-([^/]+)$", "not a whole segment"],
    ["^/([^/]+)x$", "not a whole segment"],
    ["^/([^/]*)$", "cannot be expressed as a segment"],
    ["^/a(/b)?$", "cannot be expressed as a segment"],
    ["^/ab?$", "optional"],
    ["^/(?!a).*$", "negated"],
    ["!^/a$", "negated"],
    ["^/a\\?x=1$", "compares the query"],
    ["^/[ab]$", "cannot be expressed as a segment"],
    ["^/a{2}$", "repeated"],
  ])("%s: %s", (regex, reason) => {
    const refused = translateRegex(regex);
    expect("reason" in refused ? sayRow(refused.reason) : refused.path).toContain(reason);
  });
});

describe("[18.5] where the first rule wins", () => {
  const redirects = (...rules: string[]) => readFile(rules.join("\n"), { format: "netlify-redirects" });

  test.each([
    [["/a/* /x", "/a/b /y"], 2],
    [["/a/* /x", "/a /y"], 2],
    [["/a/* /x", "/a/ /y"], 2],
    [["/a/* /x", "/a?q=1 /y"], 2],
    [["/a/* /x", "/a q=1 /y"], 2],
    [["/a/* /x 200", "/a /y"], 2],
    [["https://old.example/a/* /x", "/a /y"], 2],
    [["/a/:x /x", "/a/b /y"], 2],
    [["/:a/:b /x", "/:a/c /y"], 2],
    [["/a/* /x", "/a/:b/c /y"], 2],
    [["/a /x", "/a?q=1 /y"], 2],
    [["/api/* /x 200", "/api/old /y"], 2],
    [["/* /x", "/:a/b /y"], 2],
  ])("%j refuses the later rule, which it takes", (rules) => {
    const { refused } = redirects(...rules);
    expect(refused.at(-1)).toMatchObject({ line: 2, reason: refuse("file_covered", { line: 1 }) });
  });

  test.each([
    [["/a/b /y", "/a/* /x"]],
    [["/a/b /x", "/a/:x /y"]],
    [["/a /y", "/a/* /x"]],
    [["/a/* /x", "/ab /y"]],
    [["/a/:x /x", "/a/b/c /y"]],
  ])("%j keeps both", (rules) => {
    const result = redirects(...rules);
    expect(result.rows).toHaveLength(2);
    expect(result.warnings).toEqual([]);
  });

  test("cloudflare-redirects keeps a folder after its star, which takes it at Netlify only", () => {
    expect(readFile("/a/* /x\n/a /y", { format: "cloudflare-redirects" }).rows).toHaveLength(2);
    const toml = '[[redirects]]\nfrom = "/a/*"\nto = "/x"\n[[redirects]]\nfrom = "/a"\nto = "/y"\n';
    expect(readFile(toml).rows).toHaveLength(1);
  });

  test("[18.3] asks whose _redirects it is if a folder comes after its star", () => {
    expect(readFile("/a /y 301\n/a/* /x 301").format).toBe("netlify-redirects");
    expect(() => readFile("/a/* /x 301\n/a /y 301")).toThrow("--format netlify or --format cloudflare");
  });

  test("names a rule that takes here a part of what an earlier one takes there", () => {
    const { rows, warnings } = redirects("/:x/b /x", "/a/:y /y");
    expect(rows).toHaveLength(2);
    expect(warnings).toEqual([{ line: 2, warning: refuse("file_overlaps", { line: 1 }) }]);
  });
});

test.each([
  ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z", true],
  ["2020-09-19T10:55:26+0000", "2020-09-19T10:55:26.000Z", true],
  ["2024-01-02 03:04:05.6+02", "2024-01-02T01:04:05.600Z", true],
  ["2026-03-01 08:15:00", "2026-03-01T08:15:00.000Z", false],
  ["2026-03-01", "2026-03-01T00:00:00.000Z", false],
  ["1803859199000", "2027-02-28T23:59:59.000Z", true],
])("reads the moment %s", (value, text, isZoned) => {
  expect(readMoment({ name: "x", value })).toEqual({ text, isZoned });
});

test.each(["", "soon", "2026-13-01", "99999-01-01", "01/02/2026"])("takes %j for no moment", (value) => {
  expect(readMoment({ name: "x", value })).toBeNull();
});
