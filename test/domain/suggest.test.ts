import { said } from "../support/said.ts";
import { describe, expect, it, test } from "vitest";
import { OTHER, SPELLING } from "../../scripts/lab/suggest/damage.ts";
import { parseCrawlerList, toBlockTest } from "../../src/domain/crawler-list.ts";
import { toCanonicalPath } from "../../src/domain/path.ts";
import { parseSitemap } from "../../src/domain/sitemap.ts";
import { indexCandidates, suggest, type Candidate } from "../../src/domain/suggest/suggest.ts";
import { seededRandom } from "../support/random.ts";

/** A shop that moved: 200 products in ten groups, some of the same name in several, and pages beside them. */
const GROUPS = "schuhe jacken hosen hüte taschen gürtel uhren ringe schals brillen".split(" ");
const NAMES =
  "Winterzauber Sommerlied Herbstlaub Frühlingsduft Klassik Eleganz Sportiv Wanderlust Stadtbummel Abendrot Morgentau Küstenwind Bergluft Waldgrün Himmelblau Feuerrot Sonnengelb Nachtschwarz Schneeweiß Steingrau".split(
    " ",
  );
const PAGES: { old: string; target: string }[] = GROUPS.flatMap((group, at) =>
  NAMES.map((name, index) => ({
    old: `/shop/${group}/${name}_${at}${index}`,
    target: `https://new.example/produkte/${group}/${name.toLowerCase()}-${at}${index}`,
  })),
);

const toPage = (target: string): Candidate => ({
  path: toCanonicalPath(new URL(target).pathname),
  destination: target,
});
const index = indexCandidates(PAGES.map(({ target }) => toPage(target)));

function judge(damages: typeof SPELLING): { right: number; surelyWrong: number } {
  const random = seededRandom(7);
  const kinds = Object.values(damages);
  const firsts = PAGES.map(({ old, target }, at) => {
    const damaged = kinds[at % kinds.length]?.(old, random) ?? old;
    return { first: suggest(index, toCanonicalPath(damaged))[0], target };
  });
  const right = firsts.filter(({ first, target }) => first?.destination === target).length;
  const wrong = firsts.filter(({ first, target }) => first !== undefined && first.destination !== target);
  return {
    right: right / PAGES.length,
    surelyWrong: wrong.filter(({ first }) => (first?.score ?? 0) > 0.8).length / PAGES.length,
  };
}

describe("[31.9] suggestions", () => {
  it("are right for nearly all pages that are damaged by spelling alone", () => {
    expect(judge(SPELLING).right).toBeGreaterThanOrEqual(0.95);
  });

  it("are right for most pages with typical damage, and hardly ever surely wrong", () => {
    const { right, surelyWrong } = judge({ ...SPELLING, ...OTHER });
    expect(right).toBeGreaterThanOrEqual(0.6);
    expect(surelyWrong).toBeLessThanOrEqual(0.05);
  });

  it("tell pages of one name apart by the segment before, however many there are", () => {
    const pages = Array.from({ length: 1_000 }, (_, at) => ({
      path: `/old/${at}/page`,
      destination: `https://new.example/new/${at}`,
    }));
    expect(suggest(indexCandidates(pages), "/old/982/pag.html")[0]).toMatchObject({
      destination: "https://new.example/new/982",
      reason: "similar",
    });
    expect(suggest(indexCandidates(pages), "/archive/982/page")[0]).toMatchObject({
      destination: "https://new.example/new/982",
      reason: "page",
    });
  });

  const few = indexCandidates(
    ["/prices", "/en/team", "/fr/team", "/blog/red-shoes", "/docs/api/index.html"].map((path) =>
      toPage(`https://new.example${path}`),
    ),
  );

  it.each([
    ["/Prices.HTML", "/prices", 0.98, "spelling"],
    ["/prices/index.php", "/prices", 0.98, "spelling"],
    ["/prices).", "/prices", 0.98, "spelling"],
    ["/docs/api", "/docs/api/index.html", 0.98, "spelling"],
    ["/blog/Red_Shoes", "/blog/red-shoes", 0.92, "words"],
    ["/2019/red-shoes", "/blog/red-shoes", 0.6, "page"],
    ["/blog/red-shoe", "/blog/red-shoes", 0.76, "similar"],
  ])("%s is taken for %s", (path, destination, score, reason) => {
    const [first] = suggest(few, path);
    expect(first).toMatchObject({ destination: `https://new.example${destination}`, reason });
    expect(first?.score).toBeCloseTo(score, 1);
  });

  it("are not sure where two pages are as good, and none where nothing is like the path", () => {
    expect(suggest(few, "/team").map(({ score }) => score > 0.7)).toEqual([false, false]);
    expect(suggest(few, "/")).toEqual([]);
    expect(suggest(few, "/qqq")).toEqual([]);
    expect(suggest(indexCandidates([]), "/prices")).toEqual([]);
  });
});

describe("[31.10] a sitemap", () => {
  test.each([
    [
      "XML",
      `<?xml version="1.0"?><urlset><url><loc> https://a.example/x?a=1&amp;b=2 </loc><image:loc>https://a.example/i.png</image:loc></url><url><LOC><![CDATA[https://a.example/é?<x>]]></LOC></url></urlset>`,
      ["https://a.example/x?a=1&b=2", "https://a.example/é?<x>"],
    ],
    [
      "XML with unknown entities",
      "<urlset><loc>https://a.example/&amp;&constructor;</loc></urlset>",
      ["https://a.example/&&constructor;"],
    ],
    [
      "a list",
      "# pages\r\nhttps://a.example/1\n\nhttps://a.example/2\nhttps://a.example/1",
      ["https://a.example/1", "https://a.example/2"],
    ],
  ])("is read from %s, each URL once", (_, text, urls) => {
    expect(parseSitemap(text)).toEqual({ ok: true, value: urls });
  });

  test.each([
    ["", "has no URL"],
    ["<urlset></urlset>", "has no URL"],
    ["https://a.example/\nwww.a.example/x", "line 2 is not an http or https URL"],
    ["<urlset><loc>javascript:alert(1)</loc></urlset>", "URL 1 is not an http or https URL"],
    ["<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>", "is an index"],
    [`https://a.example/${"x".repeat(2_048)}`, "line 1 has more than 2048 characters"],
    [
      Array.from({ length: 100_001 }, (_, at) => `https://a.example/${at}`).join("\n"),
      "has more than 100000 URLs",
    ],
  ])("%# is refused", (text, reason) => {
    expect(said(parseSitemap(text))).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });
});

describe("[31.7] a list of crawlers' addresses", () => {
  const list = { prefixes: [{ ipv4Prefix: "192.0.2.32/27" }, { ipv6Prefix: "2001:db8:4860::/48" }] };

  it.each([
    ["192.0.2.63", true],
    ["192.0.2.64", false],
    ["2001:db8:4860:ffff::1", true],
    ["2001:db8:4861::1", false],
    ["", false],
    ["crawler.example", false],
  ])("tells of %s: %s", (address, isIn) => {
    expect(toBlockTest(parseCrawlerList(list) ?? [])(address)).toBe(isIn);
  });

  it.each([
    [null],
    [{ prefixes: [] }],
    [{ prefixes: [{ ipv4Prefix: "0.0.0.0/0" }] }],
    [{ prefixes: [{ ipv4Prefix: "nowhere/24" }] }],
    [{ prefixes: [{ ipv4Prefix: "192.0.2.0" }] }],
    [{ prefixes: "all" }],
  ])("%j is none", (value) => {
    expect(parseCrawlerList(value)).toBeNull();
  });
});
