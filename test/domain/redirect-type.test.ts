import { describe, expect, test } from "vitest";
import { defaultType, HANDLERS, familyOf } from "../../src/domain/handler.ts";
import { isPluginKey } from "../../src/domain/plugin/registry.ts";
import { REDIRECT_TYPES, statusOfType, typeOfStatus } from "../../src/domain/redirect-type.ts";
import { isRedirectStatus, REDIRECT_STATUSES } from "../../src/domain/redirect-status.ts";

describe("redirect types", () => {
  test("[3.9] the redirect codes are 301, 302, 303, 307, 308", () => {
    expect(REDIRECT_STATUSES).toEqual([301, 302, 303, 307, 308]);
  });

  test("[3.9] a type is the key of one of them, frame, html or gone", () => {
    expect(REDIRECT_TYPES).toEqual(["301", "302", "303", "307", "308", "frame", "html", "gone"]);
  });

  test.each(REDIRECT_STATUSES)("for %i type and status are one fact seen twice", (status) => {
    expect(typeOfStatus(status)).toBe(String(status));
    expect(statusOfType(typeOfStatus(status))).toBe(status);
  });

  test.each(["frame", "html"] as const)("[3.10] a record of type %s has the status 200", (type) => {
    expect(statusOfType(type)).toBe(200);
  });

  test.each([200, 299, 300, 304, 305, 306, 309, 399, 404, 0, -301, 301.5, Number.NaN])(
    "%d is no redirect code",
    (status) => {
      expect(isRedirectStatus(status)).toBe(false);
    },
  );
});

describe("handlers", () => {
  test("are short-url, qr, redirect and migration", () => {
    expect(HANDLERS).toEqual(["short-url", "qr", "redirect", "migration"]);
  });

  test.each([
    ["short-url", "302", "link"],
    ["qr", "302", "link"],
    ["redirect", "301", "redirect"],
    ["migration", "301", "redirect"],
  ] as const)("%s has the default type %s and behaves as a %s", (handler, type, family) => {
    expect(defaultType(handler)).toBe(type);
    expect(familyOf(handler)).toBe(family);
  });
});

describe("plugins", () => {
  test("sticky is one", () => {
    expect(isPluginKey("sticky")).toBe(true);
  });

  test.each(["", "Sticky", "unknown", "constructor"])("%j is none", (key) => {
    expect(isPluginKey(key)).toBe(false);
  });
});
