import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const PAGES = globSync(["docs/*.md", "*.md", ".github/**/*.md"]);

interface Link {
  place: string;
  file: string;
  anchor: string;
}

const LINK = /\]\((?!https?:|mailto:)(?<path>[^)#\s]*)(?:#(?<anchor>[^)\s]+))?\)/g;

/** Finds the relative links of a page, code blocks left out. */
function findLinks(page: string, text: string): Link[] {
  return withoutCode(text)
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(LINK)].map(({ groups }) => ({
        place: `${page}:${index + 1}`,
        file: groups!["path"] === "" ? page : join(dirname(page), groups!["path"]!),
        anchor: groups!["anchor"] ?? "",
      })),
    );
}

/** Replaces code blocks by as many empty lines. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ""));
}

/** Lists the anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = [...withoutCode(text).matchAll(/^#+ (?<title>.+)$/gm)].map(
    ({ groups }) => groups!["title"]!,
  );
  return headings.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

const links = PAGES.flatMap((page) => findLinks(page, readFileSync(page, "utf8")));

describe("a relative link", () => {
  it("is found with its anchor, and not in code", () => {
    expect(findLinks("docs/a.md", "see [b](b.md#its-end)\n```\n[c](c.md)\n```\n")).toEqual([
      { place: "docs/a.md:1", file: "docs/b.md", anchor: "its-end" },
    ]);
  });

  it("of a page leads to a file that exists", () => {
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  it("of a page with an anchor leads to a heading", () => {
    const broken = links.filter(
      ({ file, anchor }) =>
        anchor !== "" && existsSync(file) && !anchorsOf(readFileSync(file, "utf8")).includes(anchor),
    );
    expect(broken).toEqual([]);
  });
});
