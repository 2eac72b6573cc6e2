import { refuse } from "../../src/domain/refusal/refusal.ts";
import { describe, expect, it } from "vitest";
import { decodePng, draw, drawPng, drawSvg, LINK, readCode } from "./support/picture.ts";

describe("a picture", () => {
  it("encodes what the plugins of the record say, and shows its url", async () => {
    const drawn = { plugins: ["qr-utm"], style: { show_url: true } };
    expect(readCode(decodePng(await drawPng(drawn)))).toBe(`${LINK}?utm_source=qr`);
    expect(await drawSvg(drawn)).toContain(`<title>${LINK}</title>`);
  });

  it.each([
    ["square", "4", 74],
    ["rounded", "4", 74],
    ["dots", "10", 98],
  ] as const)("as PNG of the theme %s and margin %s needs a width of %s", async (theme, margin, least) => {
    const style = { theme, margin };
    expect(await draw("png", { width: least - 1, style })).toEqual({
      ok: false,
      field: "width",
      reason: refuse("too_small_for_code", { count: least }),
    });
    expect((await draw("png", { width: least, style })).ok).toBe(true);
  });

  it("as SVG needs none: it has no pixels", async () => {
    expect((await draw("svg", { width: 64, style: { margin: "10", logo: true } })).ok).toBe(true);
  });

  it("is there at the default width for every url that a code can hold, with any style", async () => {
    const url = "https://go.example.com/".padEnd(2953, "x");
    for (const format of ["svg", "png"] as const) {
      const style = { theme: "rounded", logo: true, show_url: true, margin: "10" } as const;
      expect((await draw(format, { url, style })).ok).toBe(true);
    }
  });

  it.each(["svg", "png"] as const)("as %s is refused for a url that no code can hold", async (format) => {
    expect(await draw(format, { url: "https://go.example.com/".padEnd(2954, "x") })).toEqual({
      ok: false,
      field: "url",
      reason: refuse("qr_long", { count: 2953 }),
    });
  });
});
