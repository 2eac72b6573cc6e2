import { DEFAULT_QR_STYLE } from "../../src/domain/qr-style.ts";
import { refuse } from "../../src/domain/refusal/refusal.ts";
import { describe, expect, test } from "vitest";
import { createSettings } from "../../src/domain/change-settings.ts";
import type { RecordChange } from "../../src/domain/record-change.ts";
import { defaultSettings, type RecordSettings } from "../../src/domain/record.ts";
import type { RedirectType } from "../../src/domain/redirect-type.ts";
import { NO_UTM } from "../../src/domain/utm.ts";
import { refusedFields, settingsAfter, type Before } from "./settings-after.ts";

const page: Before = { type: "html", file: "page" };
const one: Before = { destinations: ["https://a"] };
const three: Before = { destinations: ["https://a", "https://b", "https://c"] };

const weighted = (...weights: number[]) => ({ kind: "weighted" as const, weights });

describe("destination and destinations", () => {
  test.each([
    [
      "destination alone replaces the primary",
      { destination: "https://x" },
      ["https://x", "https://b", "https://c"],
    ],
    ["destinations replaces all", { destinations: ["https://x"] }, ["https://x"]],
    ["destination: null clears all", { destination: null }, []],
    ["destinations: [] clears all", { destinations: [] }, []],
    [
      "both may agree on the primary",
      { destination: "https://x", destinations: ["https://x", "https://y"] },
      ["https://x", "https://y"],
    ],
    ["both may clear all", { destination: null, destinations: [] }, []],
    ["neither keeps all", { title: "x" }, ["https://a", "https://b", "https://c"]],
  ] satisfies [string, RecordChange, string[]][])("%s", (_, change, destinations) => {
    expect(settingsAfter(change, three).destinations).toEqual(destinations);
  });

  test("destination alone is the first of a record that had none", () => {
    expect(settingsAfter({ destination: "https://x" }).destinations).toEqual(["https://x"]);
  });

  test.each([
    ["another primary", { destination: "https://x", destinations: ["https://y", "https://x"] }],
    ["a primary where there is none", { destination: "https://x", destinations: [] }],
    ["no primary where there is one", { destination: null, destinations: ["https://x"] }],
  ] satisfies [string, RecordChange][])("refuses that both in one write name %s", (_, change) => {
    expect(refusedFields(change, three)).toEqual(["destination"]);
  });

  test.each([
    [
      "a new destination beside the list that it replaces",
      { destination: "https://x", destinations: ["https://a", "https://b", "https://c"] },
      ["https://x", "https://b", "https://c"],
    ],
    [
      "a new list beside the primary that it replaces",
      { destination: "https://a", destinations: ["https://x"] },
      ["https://x"],
    ],
    ["an empty list beside the primary", { destination: "https://a", destinations: [] }, []],
    [
      "no destination beside the list",
      { destination: null, destinations: ["https://a", "https://b", "https://c"] },
      [],
    ],
  ] satisfies [string, RecordChange, string[]][])("[6.2] takes %s", (_, change, destinations) => {
    expect(settingsAfter(change, three).destinations).toEqual(destinations);
  });

  test("[6.2] takes a destination beside the empty list of a record that had none", () => {
    const change = { destination: "https://x", destinations: [] };
    expect(settingsAfter(change).destinations).toEqual(["https://x"]);
  });

  test("[6.2] refuses both of a new record, which holds no list yet", () => {
    expect(createSettings("short-url", { destination: "https://x", destinations: [] })).toMatchObject({
      ok: false,
      errors: { destination: [refuse("not_first_destination")] },
    });
  });

  test("[6.4] weights without a destination are refused where they are written", () => {
    expect(refusedFields({ routing: weighted(1, 2) })).toEqual(["destination_routing"]);
    expect(createSettings("short-url", { routing: weighted(1) }).ok).toBe(false);
    expect(refusedFields({ routing: weighted(1, 2), destinations: [] }, three)).toEqual([
      "destination_routing",
    ]);
  });

  test.each([
    ["destination: null", { destination: null }],
    ["destinations: []", { destinations: [] }],
    ["destination: null beside all that stood", { ...three, destination: null, routing: weighted(1, 2, 3) }],
    ["file", { file: "page" }],
  ] satisfies [string, RecordChange][])("[6.4] %s resets the routing", (_, change) => {
    const before = { ...three, routing: weighted(1, 2, 3) };
    expect(settingsAfter(change, before)).toMatchObject({ destinations: [], routing: { kind: "primary" } });
  });

  test("[6.4] weights that an earlier version left behind give way to a destination", () => {
    const before = { routing: weighted(1, 2) };
    const change = { destination: "https://x", destinations: [], routing: weighted(1, 2) };
    expect(settingsAfter(change, before)).toMatchObject({ routing: { kind: "primary" } });
    expect(settingsAfter({ title: "x", routing: weighted(1, 2) }, before).routing).toEqual(weighted(1, 2));
  });

  test("weights must be as many as destinations", () => {
    expect(settingsAfter({ routing: weighted(1, 2, 3) }, three).routing).toEqual(weighted(1, 2, 3));
    expect(refusedFields({ routing: weighted(1, 2) }, three)).toEqual(["destination_routing"]);
    expect(refusedFields({ routing: weighted(1, 2, 3, 4) }, three)).toEqual(["destination_routing"]);
  });

  test("weights that stand must be as many as the new destinations", () => {
    const before = { ...three, routing: weighted(1, 2, 3) };
    expect(refusedFields({ destinations: ["https://x", "https://y"] }, before)).toEqual([
      "destination_routing",
    ]);
    expect(settingsAfter({ destination: "https://x" }, before).destinations).toHaveLength(3);
    expect(
      settingsAfter({ destinations: ["https://x"], routing: weighted(1) }, before).destinations,
    ).toHaveLength(1);
  });
});

describe("UTM", () => {
  const before: Before = { utm: { ...NO_UTM, source: "s", medium: "m" } };

  test.each([
    ["writes merge", { utm: { medium: "x", term: "t" } }, { source: "s", medium: "x", term: "t" }],
    ["an empty value removes a member", { utm: { source: "" } }, { medium: "m" }],
    ["utm: null clears all", { utm: null }, {}],
    ["an empty write changes nothing", { utm: {} }, { source: "s", medium: "m" }],
    ["another write changes nothing", { title: "x" }, { source: "s", medium: "m" }],
  ] satisfies [string, RecordChange, object][])("%s", (_, change, expected) => {
    expect(settingsAfter(change, before).utm).toEqual({ ...NO_UTM, ...expected });
  });
});

describe("QR style", () => {
  const style = {
    ...DEFAULT_QR_STYLE,
    theme: "dots" as const,
    color: "#123456",
    logo: true,
    show_url: false,
    margin: "2",
  };

  test("a partial style changes what it names", () => {
    expect(settingsAfter({ qr: { color: "#2b3c4d" } }, { qr: style }).qr).toEqual({
      ...style,
      color: "#2b3c4d",
    });
  });

  test("a first partial style stands on the default", () => {
    expect(settingsAfter({ qr: { theme: "dots" } }).qr).toMatchObject({
      theme: "dots",
      color: "#000000",
      margin: "4",
    });
  });

  test("null resets one member to its default", () => {
    expect(settingsAfter({ qr: { color: null, margin: null } }, { qr: style }).qr).toEqual({
      ...style,
      color: "#000000",
      margin: "4",
    });
  });

  test("qr: null removes the style of a short link", () => {
    expect(settingsAfter({ qr: null }, { qr: style }).qr).toBeNull();
  });

  test("qr: null is refused on handler qr", () => {
    expect(refusedFields({ qr: null }, {}, "qr")).toEqual(["qr"]);
  });

  test("a QR code is made with a style, a short link without", () => {
    expect(settingsAfter({}, {}, "qr").qr).not.toBeNull();
    expect(settingsAfter({}).qr).toBeNull();
  });
});

describe("the rest", () => {
  test("tags are each once, compared without regard to case, shown as first written", () => {
    expect(settingsAfter({ tags: ["News", "news", "Éa", "éA", "x"] }).tags).toEqual(["News", "Éa", "x"]);
  });

  test("simple fields are what was written, falsy or not", () => {
    const before: Before = {
      title: "t",
      forwardPath: true,
      forwardQuery: true,
      expiresAtMs: 5,
      passwordVersion: 2,
      isNotify: true,
      plugins: ["sticky"],
    };
    const change: RecordChange = {
      title: "",
      forwardPath: false,
      forwardQuery: false,
      expiresAtMs: null,
      passwordVersion: null,
      isNotify: false,
      plugins: [],
    };
    expect(settingsAfter(change, before)).toMatchObject(change);
    expect(settingsAfter({}, before)).toMatchObject(before);
  });

  test("every bad field is told at once", () => {
    const change: RecordChange = {
      type: "301",
      status: 303,
      destination: "https://x",
      destinations: ["https://y"],
      routing: { kind: "weighted", weights: [1, 2] },
      qr: null,
    };
    expect(refusedFields(change, {}, "qr").toSorted()).toEqual([
      "destination",
      "destination_routing",
      "qr",
      "status",
    ]);
  });
});

/** What the answer to a GET holds of a record's settings, read back from the wire. */
function asSentBack(settings: RecordSettings): RecordChange {
  const { pauses: _, passwordVersion: __, expiresAtMs: ___, qr, ...rest } = settings;
  const status = /^\d+$/.test(settings.type) ? Number(settings.type) : 200;
  return { ...rest, status, destination: settings.destinations[0] ?? null, ...(qr !== null && { qr }) };
}

describe("what a GET returns can be sent back with PUT unchanged", () => {
  const numeric: RedirectType[] = ["301", "302", "303", "307", "308", "frame"];

  test.each([
    ...numeric.map((type): [string, Before] => [`of type ${type}`, { ...one, type }]),
    ["that serves a page", page],
    ["that is paused", { ...one, pauses: ["user"] }],
    ["with weights", { ...three, routing: { kind: "weighted", weights: [1, 2, 3] } }],
    ["without a destination", {}],
    ["whose weights outlived their destinations", { routing: { kind: "weighted", weights: [1, 2, 3] } }],
    [
      "with UTM, tags, plugins and a QR style",
      {
        ...one,
        utm: { ...NO_UTM, source: "s" },
        tags: ["A", "b"],
        plugins: ["sticky"],
        qr: { ...DEFAULT_QR_STYLE, theme: "dots", color: "#123456", logo: true, show_url: true, margin: "0" },
      },
    ],
    ["with a password and an expiry", { ...one, passwordVersion: 4, expiresAtMs: 1 }],
  ] satisfies [string, Before][])("a record %s", (_, before) => {
    const settings = { ...defaultSettings("short-url"), ...before };
    expect(settingsAfter(asSentBack(settings), before)).toEqual(settings);
  });
});
