import { say } from "../../src/domain/refusal/say.ts";
import { expect, test } from "vitest";
import { warningsOf } from "../../src/domain/record-warning.ts";
import { PRIMARY } from "../../src/domain/routing.ts";
import { linkRecord, sourceOf } from "../support/records.ts";

test.each([
  ["a second colon in a segment is text", "/x/:a-:b", "https://n.example/:a/:b?c=:c&d=:a", ":b, :c"],
  ["a last /* is :splat", "/x/:a/*", "https://n.example/:a/:splat/:rest", ":rest"],
  ["so it is for a prefix", "/blog/*", "https://n.example/:splat?y=:year", ":year"],
  ["a port and colons inside of words are none", "/x/:a", "https://n.example:8443/Talk:b/a:b?t=10:3", null],
  ["a source without captures leaves all colons alone", "/x", "https://n.example/:a", null],
])("[22.6] %s", (_, path, destination, unknown) => {
  const record = linkRecord({ type: "302", source: sourceOf(path), destinations: [destination] });
  const texts = unknown === null ? [] : [expect.stringContaining(` capture ${unknown}: `)];
  expect(warningsOf(record).map((one) => say(one))).toEqual(texts);
  const rule = { id: "a", name: "", if: {}, not: {}, destinations: [destination], routing: PRIMARY };
  expect(warningsOf({ ...record, destinations: [], rules: [rule] }).map((one) => say(one))).toEqual(texts);
});
