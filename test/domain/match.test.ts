import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALL_KINDS, findMatch, listSlots } from "../../src/domain/match.ts";
import type { LinkRecord } from "../../src/domain/record.ts";
import { hostWith, redirectAt, requestFor, shortLinkAt } from "../support/records.ts";

/** The id of the record that answers, which is its source as the test wrote it. */
function answerTo(target: string, records: LinkRecord[]): string | null | undefined {
  const { config, slots } = hostWith(records);
  const match = findMatch(config, requestFor(target), (slot) => slots.get(slot) ?? null);
  return match === null ? null : match?.record.id;
}

const redirects = (suffixes: string[]) => suffixes.map(redirectAt);

describe("what each source answers", () => {
  test.each([
    ["/ answers the root page", ["/"], "/", "/"],
    ["[2.1] / answers the root page only", ["/"], "/a", null],
    ["/ answers with a query, too", ["/"], "/?x=1", "/"],
    ["[2.1] /a/b answers that path", ["/a/b"], "/a/b", "/a/b"],
    ["/a/b answers with any query", ["/a/b"], "/a/b?x=1", "/a/b"],
    ["/a/b answers nothing below it", ["/a/b"], "/a/b/c", null],
    ["/a/b answers nothing above it", ["/a/b"], "/a", null],
    ["[2.1] /a/b?x=1 answers that path with exactly that query", ["/a/b?x=1"], "/a/b?x=1", "/a/b?x=1"],
    ["/a/b?x=1 does not answer without it", ["/a/b?x=1"], "/a/b", null],
    ["[2.1] /a/b?x=1 does not answer another query", ["/a/b?x=1"], "/a/b?x=1&y=2", null],
    ["/a/b?x=1 does not answer another letter case of the query", ["/a/b?x=a"], "/a/b?x=A", null],
    ["/a/b?x=1 does not answer another path", ["/a/b?x=1"], "/a?x=1", null],
    ["/?x=1 answers the root page with that query", ["/?x=1"], "/?x=1", "/?x=1"],
    ["[2.1] /blog/* answers below /blog/", ["/blog/*"], "/blog/2020/a", "/blog/*"],
    ["[2.1] /blog/* answers /blog itself", ["/blog/*"], "/blog", "/blog/*"],
    ["/blog/* answers /blog/ as well", ["/blog/*"], "/blog/", "/blog/*"],
    ["/blog/* answers no longer name", ["/blog/*"], "/blogs/a", null],
    ["/blog/* answers nothing above it", ["/blog/*"], "/", null],
    ["/blog/* answers no escaped slash", ["/blog/*"], "/blog%2Fa", null],
    ["[2.1] * answers every path", ["/*"], "/a/b/c?d=e", "/*"],
    ["[2.1] * answers the root page", ["/*"], "/", "/*"],
    ["nothing answers where there is no record", [], "/a", null],
  ])("%s", (_, sources, target, answer) => {
    expect(answerTo(target, redirects(sources))).toBe(answer);
  });

  const deep = "/s".repeat(16);

  test("[2.1] /…/* answers below 16 segments", () => {
    expect(answerTo(`${deep}/x`, redirects([`${deep}/*`]))).toBe(`${deep}/*`);
    expect(answerTo(`${deep}/x/y/z`, redirects([`${deep}/*`]))).toBe(`${deep}/*`);
    expect(answerTo(`${deep.slice(2)}/x`, redirects([`${deep}/*`]))).toBeNull();
  });

  test.each([
    ["[2.1] /alias answers that path", false, "/promo", "/promo"],
    ["/alias answers with a query", false, "/promo?x=1", "/promo"],
    ["[2.1] /alias answers nothing below it while forward_path is off", false, "/promo/more", null],
    ["[2.1] /alias answers everything below it with forward_path on", true, "/promo/more/path", "/promo"],
    ["/alias answers with a trailing slash either way", false, "/promo/", "/promo"],
    ["/alias answers no longer name", true, "/promotion/more", null],
  ])("%s", (_, forwardPath, target, answer) => {
    expect(answerTo(target, [shortLinkAt("promo", forwardPath)])).toBe(answer);
  });

  test("the path of a redirect answers nothing below it, even with forward_path on", () => {
    const redirect = { ...redirectAt("/promo"), forwardPath: true };
    expect(answerTo("/promo/more", [redirect])).toBeNull();
  });
});

describe("the order of matching", () => {
  const all = [
    redirectAt("/a/b?x=1"),
    redirectAt("/a/b"),
    shortLinkAt("a", true),
    redirectAt("/a/b/*"),
    redirectAt("/a/*"),
    redirectAt("/*"),
  ];

  test.each([
    ["[2.5] an exact path with its query comes first", "/a/b?x=1", "/a/b?x=1"],
    ["an exact path comes before an alias above it", "/a/b", "/a/b"],
    ["[2.5] an exact path answers where the query is another", "/a/b?x=2", "/a/b"],
    ["[2.5] an alias with a longer path comes before the longest /…/*", "/a/b/c", "/a"],
    ["an alias is an exact path of its own", "/a", "/a"],
    ["[2.5] * comes last", "/c", "/*"],
  ])("%s", (_, target, answer) => {
    expect(answerTo(target, all)).toBe(answer);
    expect(answerTo(target, all.toReversed())).toBe(answer);
  });

  test.each([
    ["[2.5] the longest /…/* comes first", ["/a/*", "/a/b/*", "/*"], "/a/b/c", "/a/b/*"],
    ["a shorter /…/* answers elsewhere", ["/a/*", "/a/b/*", "/*"], "/a/c/d", "/a/*"],
    ["an exact path comes before /…/* of the same path", ["/a/*", "/a"], "/a", "/a"],
    ["a path with its query comes before /…/*", ["/a/*", "/a?x=1"], "/a?x=1", "/a?x=1"],
    ["/…/* comes before a path with another query", ["/a/*", "/a?x=1"], "/a?x=2", "/a/*"],
    ["the root page comes before *", ["/", "/*"], "/", "/"],
  ])("%s", (_, sources, target, answer) => {
    expect(answerTo(target, redirects(sources))).toBe(answer);
    expect(answerTo(target, redirects(sources.toReversed()))).toBe(answer);
  });

  test("an alias without forward_path leaves what lies below it to /…/*", () => {
    expect(answerTo("/a/b", [shortLinkAt("a"), redirectAt("/a/*")])).toBe("/a/*");
  });
});

describe("letter case", () => {
  test.each([
    ["[2.6] answers the only path that differs in letter case", ["/About"], "/aBOUT", "/About"],
    ["[2.6] compares case-sensitively first", ["/About", "/about"], "/about", "/about"],
    ["[2.6] answers none of several that differ in letter case", ["/About", "/ABOUT"], "/about", null],
    ["[2.6] leaves an ambiguous path to the next step", ["/About", "/ABOUT", "/*"], "/about", "/*"],
    ["[2.6] tries another letter case before the next step", ["/About", "/*"], "/about", "/About"],
    ["tries another letter case of a path before an exact /…/*", ["/Blog", "/blog/*"], "/blog", "/Blog"],
    ["answers the only query source whose path differs", ["/A?x=1"], "/a?x=1", "/A?x=1"],
    ["compares paths with a query case-sensitively first", ["/A?x=1", "/a?x=1"], "/a?x=1", "/a?x=1"],
    ["answers none of several paths with the query", ["/Ab?x=1", "/AB?x=1"], "/ab?x=1", null],
    ["tries another letter case with the query before the path itself", ["/A?x=1", "/a"], "/a?x=1", "/A?x=1"],
    [
      "leaves ambiguous paths with the query to the path itself",
      ["/Ab?x=1", "/AB?x=1", "/ab"],
      "/ab?x=1",
      "/ab",
    ],
    [
      "compares case-sensitively before it counts the tracking parameters that sources name",
      ["/A?x=1&utm_source=n", "/a?x=1"],
      "/a?x=1&utm_source=n",
      "/a?x=1",
    ],
    ["answers the only /…/* that differs in letter case", ["/Blog/*"], "/bLOG/a", "/Blog/*"],
    ["compares /…/* case-sensitively first", ["/Blog/*", "/blog/*"], "/blog/a", "/blog/*"],
    ["answers none of several /…/*", ["/Blog/*", "/BLOG/*"], "/blog/a", null],
    ["leaves ambiguous /…/* to *", ["/Blog/*", "/BLOG/*", "/*"], "/blog/a", "/*"],
    [
      "takes a shorter /…/* in the right letter case before a longer one",
      ["/a/B/*", "/a/*"],
      "/a/b/c",
      "/a/*",
    ],
    ["takes the longest /…/* where all differ in letter case", ["/A/B/*", "/A/*"], "/a/b/c", "/A/B/*"],
    ["ignores the letter case below /…/*", ["/blog/*"], "/blog/A/B", "/blog/*"],
    ["knows letters outside ASCII", ["/CAFÉ"], "/caf%C3%A9", "/CAFÉ"],
    ["keeps accents apart", ["/café"], "/cafe", null],
  ])("%s", (_, sources, target, answer) => {
    expect(answerTo(target, redirects(sources))).toBe(answer);
    expect(answerTo(target, redirects(sources.toReversed()))).toBe(answer);
  });

  test.each([
    ["answers the only alias above that differs in letter case", [shortLinkAt("Promo", true)], "/Promo"],
    [
      "compares aliases above case-sensitively first",
      [shortLinkAt("Promo", true), shortLinkAt("promo", true)],
      "/promo",
    ],
    ["answers none of several aliases above", [shortLinkAt("Promo", true), shortLinkAt("PROMO", true)], null],
    [
      "tries another letter case of an alias above before /…/*",
      [shortLinkAt("Promo", true), redirectAt("/promo/*")],
      "/Promo",
    ],
    [
      "leaves ambiguous aliases above to /…/*",
      [shortLinkAt("Promo", true), shortLinkAt("PROMO", true), redirectAt("/promo/*")],
      "/promo/*",
    ],
  ])("%s", (_, records, answer) => {
    expect(answerTo("/promo/more", records)).toBe(answer);
  });
});

describe("[2.7] a trailing slash makes no difference", () => {
  test.each([
    ["on the request", ["/a/b"], "/a/b/", "/a/b"],
    ["on the source", ["/a/b/"], "/a/b", "/a/b/"],
    ["before a query", ["/a?x=1"], "/a/?x=1", "/a?x=1"],
    ["behind several slashes", ["/a"], "/a///", "/a"],
    ["in another letter case", ["/About/"], "/about", "/About/"],
  ])("%s", (_, sources, target, answer) => {
    expect(answerTo(target, redirects(sources))).toBe(answer);
  });
});

describe("slots", () => {
  const sources = ["/", "/A", "/a/b", "/a?x=1", "/a?x=1&utm_source=n", "/a/*", "/A/b/*", "/a/b/c/*", "/*"];
  const records = [...redirects(sources), shortLinkAt("b", true), shortLinkAt("c")];
  const targets = fc
    .tuple(
      fc.array(fc.constantFrom("a", "A", "b", "B", "c", ""), { maxLength: 4 }),
      fc.constantFrom("", "?x=1", "?x=1&utm_source=n", "?utm_source=n", "?y"),
    )
    .map(([segments, query]) => `/${segments.join("/")}${query}`);

  test("a match needs no slot but those that are listed", () => {
    const { config, slots } = hostWith(records);
    fc.assert(
      fc.property(targets, (target) => {
        const requested = requestFor(target);
        const listed = listSlots(config, requested);
        const match = findMatch(config, requested, (slot) =>
          listed.includes(slot) ? (slots.get(slot) ?? null) : undefined,
        );
        expect(match).not.toBeUndefined();
        expect(match?.record.id).toBe(answerTo(target, records));
      }),
    );
  });

  test("asking for every kind of source finds the same", () => {
    const { config, slots } = hostWith(records);
    fc.assert(
      fc.property(targets, (target) => {
        const requested = requestFor(target);
        const listed = listSlots(ALL_KINDS, requested);
        const match = findMatch({ ...config, ...ALL_KINDS }, requested, (slot) =>
          listed.includes(slot) ? (slots.get(slot) ?? null) : undefined,
        );
        expect(match?.record.id).toBe(answerTo(target, records));
      }),
    );
  });

  test.each([
    ["the exact path", "/a/b", "p/a/b"],
    ["the path with its query", "/a?x=1", "q/a?x=1"],
    ["the alias above", "/b/c", "p/b"],
    ["a /…/* that could answer", "/a/b/d", "w/a/b"],
    ["a shorter /…/* that could answer in the right letter case", "/a/b/d", "w/a"],
  ])("the match is open while nobody has looked for %s", (_, target, unread) => {
    const { config, slots } = hostWith(records);
    const requested = requestFor(target);
    expect(listSlots(config, requested)).toContain(unread);
    const read = (slot: string) => (slot === unread ? undefined : (slots.get(slot) ?? null));
    expect(findMatch(config, requested, read)).toBeUndefined();
  });

  test("a slot that cannot change the answer may stay unread", () => {
    const { config, slots } = hostWith(records);
    const read = (slot: string) => (slot === "p/a/b" ? slots.get(slot) : undefined);
    expect(findMatch(config, requestFor("/a/b"), read)?.record.id).toBe("/a/b");
  });

  test("a host without other sources needs the exact path only", () => {
    const { config } = hostWith(redirects(["/a", "/*"]));
    expect(listSlots(config, requestFor("/a/b/c?x=1"))).toEqual(["p/a/b/c"]);
  });

  test("a path that is longer than any source needs no slot of its own", () => {
    const { config } = hostWith(redirects(["/a/*", "/*"]));
    const requested = requestFor(`/a/${"b".repeat(2048)}`);
    expect(listSlots(config, requested)).toEqual(["w/a"]);
    expect(findMatch(config, requested, () => null)?.record.id).toBe("/*");
  });

  test("a path of exactly 2,048 characters is found", () => {
    const path = `/${"b".repeat(2047)}`;
    expect(answerTo(path, redirects([path]))).toBe(path);
  });
});
