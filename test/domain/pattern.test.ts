import { say } from "../../src/domain/refusal/say.ts";
import { describe, expect, test } from "vitest";
import { parseSource } from "../../src/domain/parse-source.ts";
import { toUrlSuffix } from "../../src/domain/source.ts";

describe("a source with captures", () => {
  test.each([
    ["a capture is a whole segment", "/p/:id", "/p/*:", ["id"]],
    ["text may follow a capture", "/p/:id.html", "/p/*:.html", ["id"]],
    ["several captures", "/:year/:month/:slug", "/*:/*:/*:", ["year", "month", "slug"]],
    ["an open end", "/shop/:product/*", "/shop/*:/*", ["product"]],
    ["a name may hold digits and underscores", "/:a_1/x", "/*:/x", ["a_1"]],
    ["a colon inside a segment is a colon", "/:id/Category:Foo", "/*:/Category:Foo", ["id"]],
    ["a colon in the text after a capture is a colon", "/:id-:x", "/*:-:x", ["id"]],
    ["an escaped colon begins no capture", "/:id/%3Ax", "/*:/:x", ["id"]],
    ["a capital letter ends the name", "/:idX", "/*:X", ["id"]],
    ["a trailing slash makes no difference", "/p/:id/", "/p/*:", ["id"]],
    ["dot segments are resolved first", "/a/../:id/./x", "/*:/x", ["id"]],
    ["text is canonical", "/caf%C3%A9/:id%2ehtml", "/café/*:.html", ["id"]],
    ["letter case is kept", "/P/:id", "/P/*:", ["id"]],
  ])("[22.1] %s", (_, suffix, shape, captures) => {
    expect(parseSource(suffix)).toEqual({ ok: true, value: { kind: "pattern", path: shape, captures } });
  });

  test.each([
    ["/wiki/Category:Foo", { kind: "exact", path: "/wiki/Category:Foo" }],
    ["/%3Aid", { kind: "exact", path: "/:id" }],
    ["/a%2F:id", { kind: "exact", path: "/a%2F:id" }],
    ["/x:name/*", { kind: "prefix", path: "/x:name" }],
  ])("[22.1] %s has no capture", (suffix, source) => {
    expect(parseSource(suffix)).toEqual({ ok: true, value: source });
  });

  test.each([
    ["a name that begins with a capital", "/:Id", "a segment that begins with a colon is a capture"],
    ["a name that begins with a digit", "/:1", "a segment that begins with a colon is a capture"],
    ["no name", "/a/:/b", "a segment that begins with a colon is a capture"],
    ["a name of 33 characters", `/:${"a".repeat(33)}`, "at most 32 characters"],
    ["a name twice", "/:id/:id", "names the capture id twice"],
    ["splat beside /*", "/:splat/*", "names the capture splat"],
    ["17 segments", `/:a${"/b".repeat(16)}`, "at most 16 segments"],
    ["a query", "/p/:id?x=1", "takes no query"],
    ["a star in the middle", "/:a/*/b", "write %2A for a star"],
    ["text that begins with a combining mark", "/:id\u0301x", "combining mark"],
    ["a shape of 2,049 characters", `/:id/${"a".repeat(2050)}`, "at most 2048 characters"],
  ])("[22.1] refuses %s", (_, suffix, reason) => {
    const parsed = parseSource(suffix);
    expect(parsed).toMatchObject({ ok: false });
    expect(parsed.ok ? "" : say(parsed.reason)).toContain(reason);
  });

  test.each([
    "/p/:id.html",
    "/:year/:slug/*",
    "/caf%C3%A9/:id",
    "/:id/%3Ax",
    "/%3Aid",
    "/%3Aa/*",
    "/%3Aa?x=%3Ay",
  ])("[22.1] %s is shown as its owner may write it", (suffix) => {
    const parsed = parseSource(suffix);
    if (!parsed.ok) throw new Error(say(parsed.reason));
    expect(parseSource(toUrlSuffix(parsed.value))).toEqual(parsed);
  });
});
