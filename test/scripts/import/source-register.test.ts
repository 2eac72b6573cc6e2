import { describe, expect, test } from "vitest";
import { parseSource } from "../../../scripts/import/source.ts";
import { createSourceRegister } from "../../../scripts/import/source-register.ts";

/** The lines that already answer each of the sources, entered in this order from line 1 on. */
function claimAll(isOrdered: boolean, sources: string[]): (number | null)[] {
  const register = createSourceRegister(isOrdered);
  return sources.map((text, index) => {
    const source = parseSource(text, "old.example");
    if ("reason" in source) throw new Error(source.reason);
    return register.claim(source, index + 1);
  });
}

describe("createSourceRegister", () => {
  test.each([
    ["/a", "/a/"],
    ["/café", "/caf%c3%a9"],
    ["/café", "/cafe\u0301"],
    ["/a%2fb", "/a%2Fb"],
    ["/a", "https://OLD.example/a"],
    ["/*", "*"],
    ["/a?x=%C3%A9", "/a?x=é"],
  ])("takes %s and %s for one source", (one, other) => {
    expect(claimAll(false, [one, other])).toEqual([null, 1]);
  });

  test.each([
    ["/a", "/A"],
    ["/a%2Fb", "/a/b"],
    ["/a/%2A", "/a/*"],
    ["/%2525", "/%25"],
    ["/a", "/a?x=1"],
    ["/a", "https://other.example/a"],
    ["/", "/*"],
    ["/%zz", "/%ZZ"],
  ])("tells %s and %s apart", (one, other) => {
    expect(claimAll(false, [one, other])).toEqual([null, null]);
  });

  test("lets a broader rule take what comes after it where rules are ordered", () => {
    const sources = ["/a/b", "/a/*", "/a/b/c", "/a/d/*", "/a", "/ab", "/*", "/", "/x?y=1"];
    expect(claimAll(true, sources)).toEqual([null, null, 2, 2, null, null, null, 7, 7]);
  });

  test("lets rows stand beside each other where order says nothing", () => {
    expect(claimAll(false, ["/*", "/a/*", "/a/b", "/"])).toEqual([null, null, null, null]);
  });
});
