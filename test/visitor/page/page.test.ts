import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../src/visitor/pages/language.ts";
import { renderPage, type Page } from "../../../src/visitor/pages/page.ts";
import { EXAMPLES } from "./example.ts";

const everyPage = Object.entries(EXAMPLES).flatMap(([name, page]) =>
  LANGUAGES.map((language) => ({ name, language, page })),
);

describe.each(everyPage)("the page $name in $language", ({ name, page, language }) => {
  const { html, policy, language: tag } = renderPage(page, language);

  it("[15.4] declares its language and direction", () => {
    expect(tag).toBe(language === "zh" ? "zh-Hans" : language);
    expect(html).toContain(`<html lang="${tag}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
  });

  it("has a title and one heading", () => {
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    // An address may wrap behind its slashes.
    const text = html.replaceAll("<wbr>", "");
    expect(text.match(/<h1>(?:<bdi(?: dir="ltr")?>)?[^<]+(?:<\/bdi>)?<\/h1>/g)).toHaveLength(1);
  });

  it("[15.2] allows exactly its one style, and carries nothing that runs", async () => {
    expect(html.match(/<style/g)).toHaveLength(1);
    expect(policy).toContain(` style-src '${await hashOfStyle(html)}';`);
    expect(html).not.toMatch(/<script| on[a-z]+=| style=|javascript:/i);
  });

  it("says something everywhere", () => {
    expect(html).not.toMatch(
      /\b(?:undefined|null|NaN)\b|\[object|<(?:p|h1|bdi|a|button|label|dt|dd|title)\b[^>]*>\s*<\//,
    );
  });

  it("[15.3] is small", async () => {
    expect(await sizeOnWire(html)).toBeLessThan(4000);
    if (name !== "preview") expect(new TextEncoder().encode(html).length).toBeLessThan(4096);
  });
});

it.each<[number, string[]]>([
  [200, ["gate", "frame", "preview", "preview-untitled", "card"]],
  [403, ["gate-wrong", "warning"]],
  [404, ["unknown-host", "not-found", "paused"]],
  [405, ["method-not-allowed"]],
  [410, ["expired"]],
  [429, ["locked"]],
  [503, ["unavailable", "guess-unavailable"]],
])("[15.1] answers %i with its pages, and no others", (status, names) => {
  const found = Object.keys(EXAMPLES).filter((name) => renderPage(exampleOf(name), null).status === status);
  expect(found.toSorted()).toEqual(names.toSorted());
});

it("[5.1, 15.2] holds each page to what it needs", () => {
  const policies = Object.fromEntries(
    Object.keys(EXAMPLES).map((name) => [
      name,
      renderPage(exampleOf(name), null).policy.replace(/'sha256-[^']+'/, "HASH"),
    ]),
  );
  const policyOf = (formAction: string, more = "") =>
    `default-src 'none'; style-src HASH; ${more}base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
  const gate = policyOf("'self' http: https:");
  const { frame, gate: asked, "gate-wrong": wrong, ...others } = policies;
  expect(frame).toBe(policyOf("'none'", "frame-src http: https:; "));
  expect([asked, wrong]).toEqual([gate, gate]);
  expect(new Set(Object.values(others))).toEqual(new Set([policyOf("'none'")]));
});

it("keeps every page but a frame out of search engines, and leaves the referrer alone", () => {
  for (const [name, page] of Object.entries(EXAMPLES)) {
    const { html } = renderPage(page, null);
    expect(html.includes('<meta name="robots" content="noindex">'), name).toBe(page.kind !== "frame");
    expect(html, name).not.toMatch(/name="referrer"|referrerpolicy/i);
  }
});

function exampleOf(name: string): Page {
  const page = EXAMPLES[name];
  if (page === undefined) throw new Error(`no example ${name}`);
  return page;
}

async function hashOfStyle(html: string): Promise<string> {
  const [, style = ""] = /<style>([^]*)<\/style>/.exec(html) ?? [];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

async function sizeOnWire(html: string): Promise<number> {
  const compressed = new Response(html).body?.pipeThrough(new CompressionStream("gzip"));
  return (await new Response(compressed).arrayBuffer()).byteLength;
}
