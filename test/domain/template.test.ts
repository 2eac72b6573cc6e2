import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeFromTemplate } from "../../src/domain/fill-template.ts";
import { hasCaptureInAuthority, isTemplate } from "../../src/domain/template.ts";
import type { LinkRecord } from "../../src/domain/record.ts";
import { hostWith, linkRecord, matchOn, requestFor, sourceOf } from "../support/records.ts";

/** The Location of a visit of `old.example`; null for a 404. */
function locationOf(target: string, suffix: string, destination: string, fields: Partial<LinkRecord> = {}) {
  const record = linkRecord({ source: sourceOf(suffix), destinations: [destination], ...fields });
  const match = matchOn(hostWith([record]), requestFor(target));
  if (match?.record.answer.kind !== "redirect") throw new Error("nothing answers");
  const answer = match.record.answer.target;
  const [path = "", query = null] = target.split("?");
  const prepared = answer.destinations[0];
  if (prepared === undefined) throw new Error("no destination");
  return composeFromTemplate(answer, prepared, match, {
    requested: { rawPath: path },
    rawQuery: query,
  });
}

describe("a destination with captures", () => {
  test.each([
    ["in the path", "/p/:id", "/p/5", "https://new.example/item/:id", "https://new.example/item/5"],
    ["inside a segment", "/p/:id", "/p/5", "https://new.example/a-:id-b", "https://new.example/a-5-b"],
    ["twice", "/p/:id", "/p/5", "https://new.example/:id/:id", "https://new.example/5/5"],
    ["in another order", "/:a/:b", "/1/2", "https://new.example/:b/:a", "https://new.example/2/1"],
    [
      "with the visitor's bytes",
      "/p/:id",
      "/p/%c3%a9+a",
      "https://new.example/:id",
      "https://new.example/%c3%a9+a",
    ],
    ["in the query", "/p/:id", "/p/5", "https://new.example/?q=:id", "https://new.example/?q=5"],
    [
      "in the query, escaped",
      "/p/:id",
      "/p/a&b+c;d='e",
      "https://new.example/?q=:id",
      "https://new.example/?q=a%26b%2Bc%3Bd=%27e",
    ],
    [
      "in the name of a parameter",
      "/p/:id",
      "/p/a=b",
      "https://new.example/?:id=1",
      "https://new.example/?a%3Db=1",
    ],
    ["in the fragment", "/p/:id", "/p/5", "https://new.example/#s-:id", "https://new.example/#s-5"],
    ["escapes stay", "/p/:id", "/p/a%26b", "https://new.example/?q=:id", "https://new.example/?q=a%26b"],
    [
      "an unknown name stays",
      "/p/:id",
      "/p/5",
      "https://new.example/:id/:other",
      "https://new.example/5/:other",
    ],
    ["a longer name stays", "/p/:id", "/p/5", "https://new.example/:id/:idx", "https://new.example/5/:idx"],
    ["a port stays", "/p/:id", "/p/5", "https://new.example:8443/:id", "https://new.example:8443/5"],
    [
      "what an open end stands for",
      "/s/:id/*",
      "/s/5/a/b",
      "https://new.example/:splat?i=:id",
      "https://new.example/a/b?i=5",
    ],
    [
      "nothing for an open end itself",
      "/s/:id/*",
      "/s/5",
      "https://new.example/x/:splat",
      "https://new.example/x/",
    ],
    [
      "what a prefix leaves over",
      "/blog/*",
      "/blog/a/b",
      "https://new.example/n/:splat",
      "https://new.example/n/a/b",
    ],
    [
      "nothing for a prefix itself",
      "/blog/*",
      "/blog",
      "https://new.example/n/:splat",
      "https://new.example/n/",
    ],
    ["every path of *", "/*", "/a/b", "https://new.example/n/:splat.html", "https://new.example/n/a/b.html"],
    [
      "every slash below an open end",
      "/s/:id/*",
      "/s/5//a//",
      "https://n.example/:splat",
      "https://n.example//a//",
    ],
    [
      "every slash below a prefix",
      "/b/*",
      "/b///a",
      "https://n.example/:splat?s=:splat",
      "https://n.example///a?s=//a",
    ],
    [
      "every slash but the first below *",
      "/*",
      "//a",
      "https://n.example/x/:splat",
      "https://n.example/x//a",
    ],
    ["an address stays", "/p/:a", "/p/5", "https://[::a]/:a", "https://[::a]/5"],
  ])("[22.6] %s", (_, suffix, target, destination, location) => {
    expect(locationOf(target, suffix, destination)).toBe(location);
  });

  test("[22.6] a closed pattern has no splat", () => {
    expect(locationOf("/p/5", "/p/:id", "https://new.example/:id/:splat")).toBe(
      "https://new.example/5/:splat",
    );
  });

  test("[22.7] forward_path does not append again what :splat stands for", () => {
    const both = { forwardPath: true };
    expect(locationOf("/s/5/a", "/s/:id/*", "https://new.example/:splat", both)).toBe(
      "https://new.example/a",
    );
    expect(locationOf("/s/5/a", "/s/:id/*", "https://new.example/:id", both)).toBe("https://new.example/5/a");
    expect(locationOf("/s/5", "/s/:id", "https://new.example/:id", both)).toBe("https://new.example/5");
  });

  test("[22.6] the visitor's query and UTM are merged with what the captures give", () => {
    const location = locationOf("/p/5?q=6&r=7", "/p/:id", "https://new.example/?q=:id&s=1", {
      forwardQuery: true,
      utm: { source: "mail", medium: "", campaign: "", term: "", content: "" },
    });
    expect(location).toBe("https://new.example/?q=6&s=1&r=7&utm_source=mail");
  });

  test("[22.8] a Location of more than 8,192 characters is none", () => {
    const long = "a".repeat(8192 - "https://new.example/".length);
    expect(locationOf(`/p/${long}`, "/p/:id", "https://new.example/:id")).toHaveLength(8192);
    expect(locationOf(`/p/${long}a`, "/p/:id", "https://new.example/:id")).toBeNull();
  });

  test("[22.6] no capture changes origin, number of parameters or fragment", () => {
    const segment = fc.string({ unit: fc.constantFrom(..."ab:/@?#&=+;%'.[]\\ é"), minLength: 1 });
    fc.assert(
      fc.property(segment, (text) => {
        const sent = new URL("https://old.example/");
        sent.pathname = `/p/${text.replaceAll("/", "%2F")}`;
        // A path may step out of its folder: `/p/..\\a` is `//a`.
        if (!/^\/p\/[^/]+$/.test(sent.pathname)) return;
        const location = locationOf(sent.pathname, "/p/:id", "https://new.example/x/:id?a=:id&:id=2#f:id");
        const url = new URL(location ?? "");
        expect(url.origin).toBe("https://new.example");
        expect(url.href).toBe(location);
        expect([...url.searchParams]).toHaveLength(2);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the captures that a destination holds", () => {
  test.each([
    ["https://new.example/:id", ["id"], true],
    ["https://new.example/:id", ["other"], false],
    ["https://new.example/:idx", ["id"], false],
    ["https://new.example/x", ["id"], false],
    ["https://new.example/?a=:id", ["id"], true],
  ])("[22.6] %s with %j: %s", (destination, captures, expected) => {
    expect(isTemplate(destination, captures)).toBe(expected);
  });

  test.each([
    ["https://u:id@new.example/", ["id"], true],
    ["https://[::a]/x", ["a"], true],
    ["https://[::a]/x", ["b"], false],
    ["https://new.example/:id", ["id"], false],
  ])("[22.9] %s with %j holds one in front of the path: %s", (destination, captures, expected) => {
    expect(hasCaptureInAuthority(destination, captures)).toBe(expected);
  });
});
