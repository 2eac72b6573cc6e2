import { describe, expect, it } from "vitest";
import { envList } from "../../src/runtime/env-list.ts";

describe("envList", () => {
  it.each([
    ["", []],
    [undefined, []],
    ["  ,, . ,", []],
    ["localhost,127.0.0.1", ["localhost", "127.0.0.1"]],
    [" Admin.Example.com. ,\tb.example\n", ["admin.example.com", "b.example"]],
    ["[::1]:8787, FE80::1", ["[::1]:8787", "fe80::1"]],
  ])("reads %j as %j", (text, entries) => {
    expect(envList(text)).toEqual(entries);
  });
});
