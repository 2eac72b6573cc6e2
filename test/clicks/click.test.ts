import { describe, expect, it } from "vitest";
import { batchIdPrefix } from "../../src/clicks/batch-id.ts";
import { isClickMessage } from "../../src/clicks/is-click-message.ts";

const click = ["record", 1_700_000_000_000, 0, "DE", "news.example", "agent"];
const message = { kind: "clicks", id: "id", clicks: [click] };

describe("a message of clicks", () => {
  it.each([
    ["with a click", message],
    ["with none", { ...message, clicks: [] }],
    ["of a page", { ...message, clicks: [["record", 0, -1, "", "", ""]] }],
    [
      "a click with members that a later release adds",
      { ...message, clicks: [[...click, "", "", "", "", 7, null]] },
    ],
    ["a click as the previous release sends it", { ...message, clicks: [click] }],
  ])("%s", (_, body) => {
    expect(isClickMessage(body)).toBe(true);
  });

  it.each([
    ["nothing", null],
    ["text", "clicks"],
    ["another kind", { ...message, kind: "drain" }],
    ["one without id", { ...message, id: undefined }],
    ["one without clicks", { ...message, clicks: undefined }],
    ["a click that is no list", { ...message, clicks: [{}] }],
    ["a click that lacks a text", { ...message, clicks: [click.slice(0, 5)] }],
    ["a click at no time", { ...message, clicks: [click.with(1, "now")] }],
    ["a click beyond all time", { ...message, clicks: [click.with(1, 1e300)] }],
    ["a click to half a destination", { ...message, clicks: [click.with(2, 0.5)] }],
    ["a click with a number for a text", { ...message, clicks: [click.with(3, 7)] }],
    ["a click with a number for a query", { ...message, clicks: [[...click, "", 7]] }],
  ])("%s is none", (_, body) => {
    expect(isClickMessage(body)).toBe(false);
  });
});

it("ids of batches sort by the moment of their first click", () => {
  const moments = [0, 1, 35, 36, 1e6, 999_999_999_999, 1e12, 1_769_817_600_000, 4_102_444_800_000];
  const ids = moments.map((atMs) => `${batchIdPrefix(atMs)}-${"f".repeat(8)}`);
  expect(ids.toSorted()).toEqual(ids);
});
