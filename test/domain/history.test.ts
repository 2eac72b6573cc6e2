import { describe, expect, test } from "vitest";
import { diffHistory } from "../../src/domain/history.ts";
import { defaultSettings, type RecordSettings } from "../../src/domain/record.ts";
import { NO_UTM } from "../../src/domain/utm.ts";

function diff(before: Partial<RecordSettings>, after: Partial<RecordSettings>) {
  const settings = { ...defaultSettings("short-url"), ...before };
  return diffHistory(settings, { ...settings, ...after });
}

describe("a history entry", () => {
  test.each([
    [
      "the destinations, primary first",
      { destinations: ["https://a"] },
      { destinations: ["https://b", "https://a"] },
      { destination: ["https://a"] },
      { destination: ["https://b", "https://a"] },
    ],
    [
      "the order of destinations",
      { destinations: ["https://a", "https://b"] },
      { destinations: ["https://b", "https://a"] },
      { destination: ["https://a", "https://b"] },
      { destination: ["https://b", "https://a"] },
    ],
    [
      "the UTM parameters, all members",
      { utm: { ...NO_UTM, source: "s" } },
      { utm: { ...NO_UTM, source: "s", term: "t" } },
      { utm: { ...NO_UTM, source: "s" } },
      { utm: { ...NO_UTM, source: "s", term: "t" } },
    ],
    ["the type", { type: "302" }, { type: "307" }, { type: "302" }, { type: "307" }],
    ["pausing", {}, { pauses: ["user"] }, { status: "active" }, { status: "paused" }],
    ["resuming", { pauses: ["claim"] }, { pauses: [] }, { status: "paused" }, { status: "active" }],
    ["a first password", {}, { passwordVersion: 2 }, { password: false }, { password: true }],
    [
      "another password",
      { passwordVersion: 2 },
      { passwordVersion: 3 },
      { password: true },
      { password: true },
    ],
    [
      "no password any more",
      { passwordVersion: 2 },
      { passwordVersion: null },
      { password: true },
      { password: false },
    ],
  ] satisfies [string, Partial<RecordSettings>, Partial<RecordSettings>, object, object][])(
    "tells %s and nothing else",
    (_, before, after, old, changed) => {
      expect(diff(before, after)).toEqual({ old, new: changed });
    },
  );

  test("has the destination null while the record serves HTML", () => {
    const toPage = diff({ destinations: ["https://a"] }, { destinations: [], file: "page", type: "html" });
    expect(toPage).toEqual({
      old: { destination: ["https://a"], type: "302" },
      new: { destination: null, type: "html" },
    });
    const back = diff(
      { file: "page", type: "html" },
      { destinations: ["https://a"], file: null, type: "302" },
    );
    expect(back).toEqual({
      old: { destination: null, type: "html" },
      new: { destination: ["https://a"], type: "302" },
    });
  });

  test("holds all keys that changed", () => {
    const all = diff(
      { destinations: ["https://a"] },
      {
        destinations: ["https://b"],
        utm: { ...NO_UTM, source: "s" },
        type: "301",
        pauses: ["user"],
        passwordVersion: 2,
      },
    );
    expect(Object.keys(all?.old ?? {}).toSorted()).toEqual([
      "destination",
      "password",
      "status",
      "type",
      "utm",
    ]);
    expect(Object.keys(all?.new ?? {}).toSorted()).toEqual([
      "destination",
      "password",
      "status",
      "type",
      "utm",
    ]);
  });

  test.each([
    ["the expiry", { expiresAtMs: 1 }, { expires: "1970-01-01T00:00:00.001Z" }],
    ["the start", { startsAtMs: 1 }, { starts: "1970-01-01T00:00:00.001Z" }],
    [
      "the forwarding",
      { forwardPath: true, forwardQuery: true },
      { forward_path: true, forward_query: true },
    ],
    [
      "how visits are spread",
      { routing: { kind: "weighted", weights: [10, 90] } },
      { destination_routing: "weighted:10,90" },
    ],
    ["the limit", { maxClicks: 3 }, { max_clicks: 3 }],
    ["the end", { expiredUrl: "https://a.example" }, { expired_url: "https://a.example" }],
  ] satisfies [string, Partial<RecordSettings>, object][])(
    "[12.13] tells of a change of %s",
    (_, after, expected) => {
      expect(diff({}, after)?.new).toEqual(expected);
    },
  );

  test.each([
    ["nothing", {}],
    ["the title", { title: "x" }],
    ["the description", { description: "x" }],
    ["the tags", { tags: ["x"] }],
    ["the plugins", { plugins: ["sticky"] }],
    ["the monitoring", { isNotify: true, isSwitchUnbrokenDestination: true }],
    ["who paused it", { pauses: ["user", "takedown"] }],
    [
      "the order in which UTM members are held",
      { utm: { content: "", term: "", campaign: "", medium: "", source: "" } },
    ],
  ] satisfies [string, Partial<RecordSettings>][])("is not made for a change of %s", (_, after) => {
    expect(diff({ pauses: ["user"] }, after)).toBeNull();
  });
});
