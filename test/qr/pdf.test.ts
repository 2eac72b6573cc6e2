import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { PNG_LOGO } from "../support/logo.ts";
import { draw, LINK } from "./support/picture.ts";

async function drawPdf(drawn?: Parameters<typeof draw>[1]): Promise<Buffer> {
  const picture = await draw("pdf", drawn);
  if (!picture.ok || picture.type !== "application/pdf") throw new Error(JSON.stringify(picture));
  return Buffer.from(picture.body);
}

/** Returns the object of a number, found by the table of the file as programs find it. */
function objectAt(pdf: Buffer, number: number): { dictionary: string; stream: Buffer | null } {
  const text = pdf.toString("latin1");
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(table, table + 5)).toBe("xref\n");
  const start = Number(text.slice(table).split("\n")[2 + number]?.slice(0, 10));
  const object = text.slice(start, text.indexOf("endobj", start));
  expect(object.startsWith(`${number} 0 obj\n`)).toBe(true);
  const at = object.indexOf("stream\n");
  const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
  const from = start + at + "stream\n".length;
  return { dictionary: object, stream: at < 0 ? null : pdf.subarray(from, from + length) };
}

const contentOf = (pdf: Buffer) => inflateSync(objectAt(pdf, 4).stream ?? Buffer.alloc(0)).toString("latin1");

describe("[16.1] a PDF", () => {
  it("has one page of the picture's size in points, with the address as its title", async () => {
    const pdf = await drawPdf({ width: 400 });
    expect(objectAt(pdf, 3).dictionary).toContain("/MediaBox[0 0 300 300]");
    const title = /<FEFF([0-9a-f]+)>/.exec(objectAt(pdf, 5).dictionary)?.[1] ?? "";
    expect(Buffer.from(title, "hex").swap16().toString("utf16le")).toBe(LINK);
  });

  it("draws shapes in the colours of the style, and no pixels", async () => {
    const style = { color: "#ff0000", background: "#00ff00", caption: "Scan me", frame: "band" } as const;
    const content = contentOf(await drawPdf({ style }));
    expect(content).toContain("0 1 0 rg 0 0 384 ");
    expect(content).toContain("1 0 0 rg ");
    expect(content).toContain("0 1 0 RG ");
    expect(content).not.toContain("Do");
  });

  it("contains a PNG logo as a picture on the background", async () => {
    const logo = { type: "image/png", text: btoa(String.fromCharCode(...PNG_LOGO)) };
    const pdf = await drawPdf({ style: { logo: true, background: "#eeddcc" }, logo });
    expect(contentOf(pdf)).toMatch(/ cm \/L Do Q$/);
    const { dictionary, stream } = objectAt(pdf, 6);
    const side = Number(/\/Width (\d+)/.exec(dictionary)?.[1]);
    expect(inflateSync(stream ?? Buffer.alloc(0)).length).toBe(side * side * 3);
  });

  it("has no plate for a logo that it cannot contain", async () => {
    const logo = { type: "image/svg+xml", text: "<svg/>" };
    expect(await drawPdf({ style: { logo: true }, logo })).toEqual(await drawPdf());
  });
});
