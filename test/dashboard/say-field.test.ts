import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changedFields } from "../../src/dashboard/screen/record/changed-fields.ts";
import { sayField } from "../../src/dashboard/text/say-field.ts";
import { fieldLabel } from "../../src/dashboard/text/field.ts";
import { loadTexts, speak } from "../../src/dashboard/text/text.ts";

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await Promise.all([loadTexts("field"), loadTexts("records")]);
  await speak("en");
});
afterEach(() => speak("en"));

const rule = (country: string, to: string[], more: object = {}) => ({
  id: country,
  name: "",
  if: { country: [country], os: ["ios", "other"] },
  not: {},
  destination: to[0] ?? "",
  destinations: to,
  destination_routing: "primary",
  ...more,
});

describe("the name of a field", () => {
  it.each([
    ["title", "Title"],
    ["destinations.1", "Destination 2"],
    ["destinations.1.weight", "Destination 2, Weight"],
    ["rules", "Rules"],
    ["rules.0", "Rule 1"],
    ["rules.0.if", "Rule 1"],
    ["rules.0.if.country.1", "Rule 1, Country"],
    ["rules.2.not.query.from", "Rule 3, Parameter, from"],
    ["rules.0.if.time.from", "Rule 1, Time of day, From"],
    ["rules.0.destinations.1", "Rule 1, Destination 2"],
    ["rules.0.destination_routing", "Rule 1, Distribution of visits"],
    ["utm.source", "UTM parameters, utm_source"],
    ["qr.color", "QR code, Colour"],
    ["tags.2", "Tags"],
    ["of_tomorrow", "of tomorrow"],
  ])("[32.8] %s is %j", (path, label) => {
    expect(fieldLabel(path)).toBe(label);
  });
});

describe("what a record holds", () => {
  it("is said in the words of the form, in the language of the screen", async () => {
    const many = rule("DE", ["https://a.example/", "https://b.example/"], { name: "Shops" });
    expect(sayField("rules", [many])).toBe(
      "Shops: Country is Germany and System is iOS or any other → https://a.example/, https://b.example/ (always the first)",
    );
    const late = {
      if: { after: "2026-01-31T09:30:00Z" },
      not: { before: "2026-02-28T09:30:00Z", language: ["pt-BR"] },
    };
    expect(sayField("rules", [rule("DE", ["https://a.example/"], late)])).toMatch(
      /^After .*Jan.*2026.*, After .*Feb.*2026.*,? and Language is not Brazilian Portuguese → /,
    );
    const window = { from: "09:00", to: "18:00", zone: "Europe/Berlin", days: ["mon", "tue"] };
    expect(sayField("rules", [rule("DE", ["https://a.example/"], { if: { time: window } })])).toBe(
      "Time of day is 09:00–18:00, Mon and Tue, Europe/Berlin → https://a.example/",
    );
    expect(sayField("destination_routing", "weighted:70,30")).toBe("by weight: 70, 30");
    expect(["user", "system"].map((who) => sayField("paused_by", who))).toEqual([
      "paused",
      "paused by the platform",
    ]);
    expect([
      sayField("status", "paused"),
      sayField("status", "301"),
      sayField("forward_path", false),
    ]).toEqual(["paused", "301, moved permanently", "no"]);
    // A tag may be a word that the texts know.
    expect(sayField("tags", ["remove", "active"])).toBe("remove, active");
    expect(sayField("utm", { source: "news", medium: "" })).toBe("utm_source: news");
    await speak("de");
    expect(sayField("rules", [rule("DE", ["https://a.example/"])])).toBe(
      "Land ist Deutschland und System ist iOS oder etwas anderes → https://a.example/",
    );
  });

  it("[32.9] is listed before and after a change, of several rules only those that differ", () => {
    const kept = rule("FR", ["https://f.example/"]);
    const old = rule("DE", ["https://a.example/"]);
    const next = { ...old, if: { country: ["AT"] } };
    expect(changedFields({ old: { rules: [kept, old] }, new: { rules: [kept, next] } })).toEqual([
      {
        name: "rules",
        pairs: [
          {
            from: "Country is Germany and System is iOS or any other → https://a.example/",
            to: "Country is Austria → https://a.example/",
          },
        ],
      },
    ]);
    const [moved] = changedFields({ old: { rules: [kept, old] }, new: { rules: [old, kept] } });
    expect(moved?.pairs[0]?.from.split("\n")).toHaveLength(2);
    expect(changedFields({ old: { password: true }, new: { password: true } })).toEqual([
      { name: "password", pairs: [{ from: "set", to: "another one" }] },
    ]);
  });
});
