import { describe, expect, it } from "vitest";
import { QR_THEMES } from "../../src/domain/qr-style.ts";
import { drawSvg, LINK } from "./support/picture.ts";

const ROOT =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="(?<width>\d+)" height="(?<height>\d+)" viewBox="(?<box>[-\d. ]+)" role="img"><title>/;

function rootOf(svg: string) {
  const { width, height, box = "" } = ROOT.exec(svg)?.groups ?? {};
  return { width: Number(width), height: Number(height), box: box.split(" ").map(Number) };
}

describe("an SVG", () => {
  it("[16.3] has the width that was asked for, and counts in modules from the corner of the code", async () => {
    expect(rootOf(await drawSvg({ width: 300 }))).toEqual({ width: 300, height: 300, box: [-4, -4, 37, 37] });
    expect(rootOf(await drawSvg({ width: 64, style: { margin: "10" } }))).toEqual({
      width: 64,
      height: 64,
      box: [-10, -10, 49, 49],
    });
    expect(rootOf(await drawSvg({ style: { margin: "0" } })).box).toEqual([0, 0, 29, 29]);
  });

  it("is higher with a caption, in the same proportions", async () => {
    const { width, height, box } = rootOf(await drawSvg({ style: { show_url: true } }));
    expect(width).toBe(512);
    expect(height).toBeGreaterThan(560);
    expect((box[3] ?? 0) / (box[2] ?? 1)).toBeCloseTo(height / width, 3);
  });

  it.each([
    [LINK, LINK],
    ["https://go.example.com/a?x=1&y=<b>\"'", "https://go.example.com/a?x=1&amp;y=&lt;b&gt;&quot;'"],
    ["https://go.example.com/</title><script>", "https://go.example.com/&lt;/title&gt;&lt;script&gt;"],
  ])("is titled with the link, escaped: %s", async (url, title) => {
    const svg = await drawSvg({ url, style: { show_url: true } });
    expect(svg).toContain(`<title>${title}</title>`);
    expect(svg.replace(title, "")).not.toMatch(/script|go\.example/);
  });

  it.each(QR_THEMES)(
    "[16.3] an SVG of the theme %s has only a few paths, and loads or runs nothing",
    async (theme) => {
      const svg = await drawSvg({ style: { theme, color: "#7a1f5c", logo: true, show_url: true } });
      const elements = [...svg.matchAll(/<(\w+)/g)].map(([, name]) => name);
      expect(elements.slice(0, 2)).toEqual(["svg", "title"]);
      expect(new Set(elements.slice(2))).toEqual(new Set(["path"]));
      expect(elements.length).toBeLessThanOrEqual(6);
      expect(svg).not.toMatch(/href|url\(|style=|<script|on\w+=|NaN|undefined|Infinity/);
      expect(new Set(svg.match(/#[0-9a-f]+/g))).toEqual(new Set(["#ffffff", "#7a1f5c"]));
    },
  );

  it.each(QR_THEMES)(
    "an SVG of the theme %s for a link of usual length is smaller than 2 kB when compressed",
    async (theme) => {
      const svg = await drawSvg({ style: { theme, logo: true } });
      const packed = new Blob([svg]).stream().pipeThrough(new CompressionStream("gzip"));
      expect((await new Response(packed).arrayBuffer()).byteLength).toBeLessThan(2000);
    },
  );

  it("draws connected modules as one outline: a square code has neither curves nor lines", async () => {
    expect(await drawSvg()).not.toMatch(/stroke|d="[^"]*c/);
    expect(await drawSvg({ style: { theme: "rounded" } })).toMatch(/d="[^"]*c/);
    expect(await drawSvg({ style: { theme: "dots" } })).toContain('stroke-linecap="round"');
  });
});
