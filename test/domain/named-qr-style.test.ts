import { describe, expect, it } from "vitest";
import { parseQrStyles } from "../../src/domain/named-qr-style.ts";
import { DEFAULT_QR_STYLE } from "../../src/domain/qr-style.ts";

const style = { theme: "dots" };
const parse = (list: unknown) => parseQrStyles(JSON.stringify(list));

describe("[16.5] parseQrStyles", () => {
  it.each<[what: string, list: unknown[], stored: unknown[]]>([
    ["no style", [], []],
    ["a name in one spelling", [{ name: " Poster ", style }], [{ name: "Poster", style }]],
    ["every member", [{ name: "a", style: DEFAULT_QR_STYLE }], [{ name: "a", style: DEFAULT_QR_STYLE }]],
    [
      "colours and words in one spelling",
      [{ name: "a", style: { color: "#00008B", caption: " Scan  me " } }],
      [{ name: "a", style: { color: "#00008b", caption: "Scan me" } }],
    ],
    ["no other members of an item", [{ name: "a", style, owner: "b" }], [{ name: "a", style }]],
  ])("keeps %s", (_, list, stored) => {
    expect(parse(list)).toEqual({ ok: true, value: stored });
  });

  it.each<[what: string, list: unknown[], number: number]>([
    ["without a name", [{ name: "a", style }, { style }], 2],
    [
      "with a taken name",
      [
        { name: "a", style },
        { name: "a ", style },
      ],
      2,
    ],
    ["without members", [{ name: "a", style: {} }], 1],
    ["that is a text", [{ name: "a", style: "dots" }], 1],
    ["with an unknown member", [{ name: "a", style: { constructor: true } }], 1],
    ["with an unknown theme", [{ name: "a", style: { theme: "stars" } }], 1],
    ["with a member that is null", [{ name: "a", style: { frame: null } }], 1],
    ["with no colour", [{ name: "a", style: { background: "white" } }], 1],
    ["with words that cannot be drawn", [{ name: "a", style: { caption: "スキャン" } }], 1],
    ["with colours that readers cannot tell", [{ name: "a", style: { background: "#333333" } }], 1],
    ["with a flag of another kind", [{ name: "a", style: { logo: "yes" } }], 1],
  ])("refuses a style %s by its number", (_, list, number) => {
    expect(parse(list)).toMatchObject({ ok: false, reason: { code: "not_qr_style", values: { number } } });
  });

  it.each(["[", "{}", "null"])("refuses %s, which is no list", (text) => {
    expect(parseQrStyles(text)).toMatchObject({ ok: false, reason: { code: "not_qr_styles" } });
  });
});
