import { refuse } from "../../src/domain/refusal/refusal.ts";
import { describe, expect, test } from "vitest";
import type { PauseCause } from "../../src/domain/pause.ts";
import { changeSettings, createSettings } from "../../src/domain/change-settings.ts";
import type { RecordChange } from "../../src/domain/record-change.ts";
import { defaultSettings } from "../../src/domain/record.ts";
import type { RedirectType } from "../../src/domain/redirect-type.ts";
import { PRIMARY } from "../../src/domain/routing.ts";
import { refusedFields, settingsAfter, type Before } from "./settings-after.ts";

const page: Before = { type: "html", file: "page" };
const one: Before = { destinations: ["https://a"] };
const three: Before = { destinations: ["https://a", "https://b", "https://c"] };

describe("type and status", () => {
  test.each([
    ["[3.12] the default of short-url is 302", "short-url", "302"],
    ["the default of qr is 302", "qr", "302"],
    ["the default of redirect is 301", "redirect", "301"],
    ["[3.12] the default of migration is 301", "migration", "301"],
  ] as const)("%s", (_, handler, type) => {
    expect(settingsAfter({}, {}, handler).type).toBe(type);
  });

  test.each([
    ["writing the type sets it", { type: "307" }, "307"],
    ["writing the status sets the type", { status: 308 }, "308"],
    ["writing both alike sets it", { type: "303", status: 303 }, "303"],
    ["frame is a type", { type: "frame" }, "frame"],
    ["frame has the status 200", { type: "frame", status: 200 }, "frame"],
    ["writing neither keeps it", { title: "x" }, "302"],
  ] satisfies [string, RecordChange, string][])("%s", (_, change, type) => {
    expect(settingsAfter(change).type).toBe(type);
  });

  test("a status makes a frame a redirect", () => {
    expect(settingsAfter({ status: 301 }, { type: "frame" }).type).toBe("301");
  });

  test("the status 200 changes nothing on a frame", () => {
    expect(settingsAfter({ status: 200 }, { type: "frame" }).type).toBe("frame");
  });

  test.each([
    ["both written differently", { type: "301", status: 303 }, "status"],
    ["frame with a redirect code", { type: "frame", status: 303 }, "status"],
    ["a redirect type with the status 200", { type: "301", status: 200 }, "status"],
    ["a code that is no redirect", { status: 404 }, "status"],
    ["a code of the 300s that is no redirect", { status: 304 }, "status"],
    ["the status 200 on a redirect", { status: 200 }, "status"],
    ["html without a file", { type: "html" }, "type"],
  ] satisfies [string, RecordChange, string][])("refuses %s", (_, change, field) => {
    expect(refusedFields(change)).toEqual([field]);
  });
});

describe("[3.10] type and status, one of which repeats what the record holds", () => {
  test.each([
    ["a new type beside the old status", { type: "307", status: 302 }, "302", "307"],
    ["a new status beside the old type", { type: "302", status: 307 }, "302", "307"],
    ["frame beside the old status", { type: "frame", status: 302 }, "302", "frame"],
    ["a new type beside the status of a frame", { type: "301", status: 200 }, "frame", "301"],
    ["a new status beside the type of a frame", { type: "frame", status: 301 }, "frame", "301"],
  ] satisfies [string, RecordChange, RedirectType, RedirectType][])("%s", (_, change, before, after) => {
    expect(settingsAfter(change, { type: before }).type).toBe(after);
  });

  test("a new record holds no type yet, so that both count", () => {
    expect(createSettings("short-url", { type: "302", status: 301 })).toMatchObject({
      ok: false,
      errors: { status: [refuse("contradicts_type", { type: "302" })] },
    });
  });
});

describe("active and paused", () => {
  test("paused pauses the record, by the user", () => {
    expect(settingsAfter({ status: "paused" })).toMatchObject({ pauses: ["user"], type: "302" });
  });

  test("active resumes a record that the user paused", () => {
    expect(settingsAfter({ status: "active" }, { pauses: ["user"] }).pauses).toEqual([]);
  });

  test.each([[["claim"]], [["user", "suspension"]], [["takedown"]]] as PauseCause[][][])(
    "active is refused where the platform paused the record: %j",
    (pauses) => {
      const before = { ...defaultSettings("short-url"), pauses };
      expect(changeSettings("short-url", before, { status: "active" })).toMatchObject({
        ok: false,
        settings: { pauses },
        errors: { status: [refuse("paused_by_platform")] },
      });
    },
  );

  test("a status code leaves a paused record paused", () => {
    expect(settingsAfter({ status: 301 }, { pauses: ["claim"] })).toMatchObject({
      pauses: ["claim"],
      type: "301",
    });
  });

  test("paused is kept beneath what the platform paused, and said twice is said once", () => {
    expect(settingsAfter({ status: "paused" }, { pauses: ["takedown"] }).pauses).toEqual([
      "user",
      "takedown",
    ]);
    expect(settingsAfter({ status: "paused" }, { pauses: ["user", "claim"] }).pauses).toEqual([
      "user",
      "claim",
    ]);
    expect(settingsAfter({ status: "paused" }, { pauses: ["user"] }).pauses).toEqual(["user"]);
  });
});

describe("a record that serves a page", () => {
  test("setting file makes the type html and clears the destinations", () => {
    expect(settingsAfter({ file: "page" }, { ...three, type: "308" })).toMatchObject({
      type: "html",
      file: "page",
      destinations: [],
    });
  });

  test("file and type html are one write", () => {
    expect(settingsAfter({ file: "page", type: "html", status: 200 })).toMatchObject(page);
  });

  test.each([
    ["short-url", "302"],
    ["qr", "302"],
    ["redirect", "301"],
    ["migration", "301"],
  ] as const)("file: null makes it a redirect again, with the default type of %s", (handler, type) => {
    expect(settingsAfter({ file: null }, page, handler)).toMatchObject({
      type,
      file: null,
      destinations: [],
    });
  });

  test.each([
    ["a destination", { destination: "https://a" }],
    ["destinations", { destinations: ["https://a"] }],
  ] satisfies [string, RecordChange][])(
    "%s makes it a redirect again, with the default type",
    (_, change) => {
      expect(settingsAfter(change, page, "redirect")).toMatchObject({
        type: "301",
        file: null,
        destinations: ["https://a"],
      });
    },
  );

  test.each([
    ["type", { type: "307" }],
    ["status", { status: 307 }],
    ["status beside the type that stood", { type: "html", status: 307 }],
  ] satisfies [string, RecordChange][])("it becomes a redirect of the %s in the same write", (_, change) => {
    expect(settingsAfter({ ...change, destination: "https://a" }, page).type).toBe("307");
    expect(settingsAfter({ ...change, file: null }, page).type).toBe("307");
  });

  test("type and status that repeat what stood are no contradiction to a destination", () => {
    const change: RecordChange = { type: "html", status: 200, file: "page", destination: "https://a" };
    expect(settingsAfter(change, page)).toMatchObject({
      type: "302",
      file: null,
      destinations: ["https://a"],
    });
  });

  test("type and status that repeat what stood are no contradiction to a file", () => {
    const change: RecordChange = { type: "307", status: 307, file: "page", ...one };
    expect(settingsAfter(change, { ...one, type: "307" })).toMatchObject({ type: "html", destinations: [] });
  });

  test.each([
    [
      "a code that is no redirect beside the type that stood",
      { type: "html", status: 404, destination: "https://a" },
      ["status"],
    ],
    ["another type", { type: "301" }, ["type"]],
    ["another status", { status: 301 }, ["status"]],
    ["a new file and a new destination at once", { file: "other", destination: "https://a" }, ["file"]],
  ] satisfies [string, RecordChange, string[]][])("refuses %s", (_, change, fields) => {
    expect(refusedFields(change, page)).toEqual(fields);
  });

  test("another file replaces the first", () => {
    expect(settingsAfter({ file: "other" }, page)).toMatchObject({ type: "html", file: "other" });
  });
});

describe("[24.4] gone", () => {
  const gone: Before = { type: "gone" };
  const rule = {
    id: "a",
    name: "",
    if: { country: ["DE"] },
    not: {},
    destinations: ["https://r"],
    routing: PRIMARY,
  };

  test.each([
    ["by its type", { type: "gone" }],
    ["by its status", { status: 410 }],
    ["by both", { type: "gone", status: 410 }],
    ["beside destinations that repeat what stood", { type: "gone", status: 302, destination: "https://a" }],
    ["beside rules that repeat what stood", { type: "gone", rules: [rule] }],
  ] satisfies [string, RecordChange][])("is set %s, and clears where the record led", (_, change) => {
    const before = { ...one, rules: [rule], routing: { kind: "random" as const } };
    expect(settingsAfter(change, before)).toMatchObject({
      type: "gone",
      destinations: [],
      rules: [],
      routing: PRIMARY,
    });
  });

  test("clears a page", () => {
    expect(settingsAfter({ type: "gone", file: "page" }, page)).toMatchObject({ type: "gone", file: null });
  });

  test.each([
    ["a destination", { type: "gone", destination: "https://b" }, ["type"]],
    ["a file", { type: "gone", file: "page" }, ["type"]],
    ["rules", { type: "gone", rules: [{ ...rule, id: null, spareId: "b" }] }, ["type"]],
    ["another status", { type: "gone", status: 301 }, ["status"]],
    ["another type", { type: "301", status: 410 }, ["status"]],
    ["a routing", { type: "gone", routing: { kind: "random" } }, ["destination_routing"]],
  ] satisfies [string, RecordChange, string[]][])(
    "is refused with %s in the same write",
    (_, change, fields) => {
      expect(refusedFields(change, one)).toEqual(fields);
    },
  );

  test.each([
    ["a destination", { destination: "https://a" }, { type: "302", destinations: ["https://a"] }],
    ["a file", { file: "page" }, { type: "html", file: "page" }],
    ["a type", { type: "307" }, { type: "307" }],
    [
      "a destination beside what stood",
      { type: "gone", status: 410, destination: "https://a" },
      { type: "302" },
    ],
    [
      "a destination and rules",
      { destination: "https://a", rules: [{ ...rule, id: null, spareId: "b" }] },
      { type: "302" },
    ],
  ] satisfies [string, RecordChange, object][])("ends with %s", (_, change, expected) => {
    expect(settingsAfter(change, gone)).toMatchObject(expected);
  });

  test("takes no routing later, but the one that it has", () => {
    expect(refusedFields({ routing: { kind: "random" } }, gone)).toEqual(["destination_routing"]);
    expect(settingsAfter({ routing: PRIMARY }, gone).routing).toEqual(PRIMARY);
  });

  test("stays where a write says nothing of it, or repeats it", () => {
    for (const change of [{ title: "x" }, { type: "gone" }, { status: 410 }] satisfies RecordChange[]) {
      expect(settingsAfter(change, gone).type).toBe("gone");
    }
    expect(refusedFields({ rules: [{ ...rule, id: null, spareId: "b" }] }, gone)).toEqual(["rules"]);
  });
});
