import { expect, it } from "vitest";
import { utf8Length } from "../../src/runtime/utf8-length.ts";

it.each(["", "a", "é", "߿", "ࠀ", "字", "\uffff", "😀", "a\u0000é字😀", '{"a":"ü"}'])(
  "[19.5] counts the bytes of %j as an encoder does",
  (text) => {
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  },
);
