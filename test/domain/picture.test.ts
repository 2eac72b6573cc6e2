import { describe, expect, it } from "vitest";
import { findPngProblem } from "../../src/domain/picture/png.ts";
import { findSvgProblem } from "../../src/domain/picture/svg.ts";
import { parseMailto } from "../../src/domain/branding.ts";
import { PNG_LOGO, SVG_LOGO } from "../support/logo.ts";

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"';
const svg = (inside: string) => `<svg ${XMLNS}>${inside}</svg>`;

describe("[33.4] an SVG that is accepted as a logo", () => {
  it.each([
    SVG_LOGO,
    `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n${svg("")}\n`,
    `<svg ${XMLNS} xmlns:xlink="http://www.w3.org/1999/xlink"/>`,
    svg(`<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
      <rect fill="url(#a)" style="stroke:#000; stroke-width:2" width='3'/><use href="#a"/>`),
    // As Inkscape, Affinity Designer, Illustrator and Figma save a logo.
    `<svg ${XMLNS} xmlns:svg="http://www.w3.org/2000/svg"><g style="fill:#000;stroke-width:.26"/></svg>`,
    `<svg ${XMLNS} xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;stroke-miterlimit:2;"/>`,
    `<svg ${XMLNS} data-name="Layer 1" baseProfile="tiny" style="enable-background:new 0 0 9 9;"/>`,
    svg('<mask id="a" style="mask-type:luminance"/><g style="mix-blend-mode:multiply;isolation:isolate"/>'),
    svg("<title>A &amp; B &#233;</title><g><text x='1'>A &lt; B</text></g>"),
  ])("%s", (text) => expect(findSvgProblem(text)).toBeNull());

  it.each([
    ["a script", svg("<script>alert(1)</script>")],
    ["a script by another prefix", svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
    [
      "a prefixed attribute",
      `<svg ${XMLNS} xmlns:i="http://www.w3.org/1999/xlink"><use i:href="//a.example"/></svg>`,
    ],
    ["a prefix for what is no namespace", `<svg ${XMLNS} xmlns:i="&a;"/>`],
    ["an element of HTML", svg("<foreignObject><p/></foreignObject>")],
    ["a picture", svg('<image href="https://a.example/x.png"/>')],
    ["an animation", svg('<animate attributeName="href" values="javascript:alert(1)"/>')],
    ["a style sheet", svg("<style>@import url(https://a.example)</style>")],
    ["a link", svg('<a href="https://a.example"><path/></a>')],
    ["a handler", `<svg ${XMLNS} onload="alert(1)"/>`],
    ["a handler in capitals", `<svg ${XMLNS} ONLOAD="alert(1)"/>`],
    ["a use of another document", svg('<use href="https://a.example/x.svg#a"/>')],
    ["a use of a data URL", svg('<use xlink:href="data:image/svg+xml,x#a"/>')],
    ["a fill from elsewhere", svg('<path fill="url(https://a.example/x.svg#a)"/>')],
    ["a fill spelled with an escape", svg('<path fill="u\\72l(https://a.example)"/>')],
    ["a style with a URL", svg('<path style="fill:url(//a.example)"/>')],
    ["a property that is no attribute", svg('<path style="background:#fff"/>')],
    ["an entity that it declares", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("&a;")}`],
    ["an undefined entity", svg("<title>&a;</title>")],
    ["a URL spelled with a character reference", svg('<path fill="&#x75;rl(//a.example)"/>')],
    ["CDATA", svg("<title><![CDATA[x]]></title>")],
    ["an instruction", `<?xml-stylesheet href="https://a.example"?>${svg("")}`],
    ["another namespace", '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"/>'],
    ["no namespace", '<svg viewBox="0 0 1 1"/>'],
    ["no viewBox", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["an attribute twice", svg('<path d="M0 0" d="M1 1"/>')],
    ["an attribute without quotes", svg("<path d=M0/>")],
    ["a tag that is not closed", `<svg ${XMLNS}><g></svg>`],
    ["open elements at the end", `<svg ${XMLNS}><g>`],
    ["two roots", svg("") + svg("")],
    ["text around it", `x${svg("")}`],
    ["HTML", "<!doctype html><p>"],
    ["nothing", ""],
    ["deep nesting", svg("<g>".repeat(60) + "</g>".repeat(60))],
  ])("not with %s", (_, text) => expect(findSvgProblem(text)).toEqual(expect.any(Object)));
});

describe("[33.4] a PNG that is accepted as a logo", () => {
  const changed = (at: number, ...bytes: number[]) => {
    const copy = Uint8Array.from(PNG_LOGO);
    copy.set(bytes, at);
    return copy;
  };

  it("is complete, not interlaced and of a size that can be drawn", () => {
    expect(findPngProblem(PNG_LOGO)).toBeNull();
    expect(findPngProblem(changed(16, 0, 0, 8, 0))).toBeNull();
    for (const bad of [
      new Uint8Array(),
      changed(0, 0),
      PNG_LOGO.slice(0, -1),
      changed(16, 0, 0, 8, 1),
      changed(16, 0, 0, 0, 0),
      changed(24, 3),
      changed(28, 1),
      changed(33, 0xff),
    ]) {
      expect(findPngProblem(bad)).toEqual(expect.any(Object));
    }
  });
});

it("[33.1] accepts a mailto: contact with one address only", () => {
  expect(parseMailto(" mailto:a.b+c@example.com ")).toEqual({ ok: true, value: "mailto:a.b+c@example.com" });
  for (const bad of [
    "mailto:",
    "mailto:a",
    "mailto:a@b?subject=x",
    "mailto:a@b,c@d",
    `mailto:a@${"b".repeat(400)}`,
  ]) {
    expect(parseMailto(bad).ok).toBe(false);
  }
});
