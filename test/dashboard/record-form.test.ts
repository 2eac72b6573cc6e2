import { describe, expect, it } from "vitest";
import type { LinkRecord } from "../../src/dashboard/api/types.ts";
import { changeOf } from "../../src/dashboard/component/keep-typed.ts";
import { previewLocation, sampleUrl } from "../../src/dashboard/screen/record/preview-location.ts";
import {
  newForm,
  type RecordForm,
  toCreation,
  toForm,
  toWrite,
} from "../../src/dashboard/screen/record/record-form.ts";
import { nearAlias } from "../../src/dashboard/screen/record/near-alias.ts";
import { addDestination, findBadWeights, sharesOf } from "../../src/dashboard/screen/record/routing-form.ts";
import type { RuleForm } from "../../src/dashboard/screen/record/rule-form.ts";
import { toUndo } from "../../src/dashboard/screen/record/save-record.ts";
import {
  type FilterValues,
  isTotalExact,
  readFilter,
  toApiFilter,
  UNTAGGED,
} from "../../src/dashboard/screen/records/filter.ts";

/** Returns what a write of the form sends. */
const toChange = (form: RecordForm, shown: RecordForm) => changeOf(toWrite(form), toWrite(shown));

const RECORD: LinkRecord = {
  id: "0198c0de-7a10-7000-8000-000000000001",
  handler: "short-url",
  host: "go.example",
  url: "https://go.example/spring",
  https: true,
  alias: "spring",
  file: null,
  destination: "https://a.example/",
  destinations: ["https://a.example/", "https://b.example/"],
  destination_routing: "weighted:70,30",
  rules: [
    {
      id: "rule-1",
      name: "Germany",
      if: { country: ["DE"], query: { ref: null, a: "b=c" }, after: "2026-01-31T09:30:00.000Z" },
      not: { time: { from: "09:00", to: "18:00", zone: "Europe/Berlin" } },
      destination: "https://de.example/",
      destinations: ["https://de.example/"],
      destination_routing: "primary",
    },
  ],
  plugins: ["sticky"],
  has_password: true,
  type: "302",
  title: "Spring",
  description: "",
  status: "302",
  paused_by: null,
  forward_path: false,
  forward_query: false,
  utm: { source: "s", medium: "", campaign: "", term: "", content: "" },
  monitor: "off",
  is_notify: false,
  is_switch_unbroken_destination: false,
  tags: ["one"],
  created_by: "u",
  created_via: "api",
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-01-31T09:30:00.000Z",
  expired_at: "2026-12-31T09:30:00.000Z",
  starts: null,
  max_clicks: 5,
  clicks_left: 5,
  expired_url: null,
  routing_ends: null,
  click_id_param: null,
  preview: null,
  is_preview_off: false,
  managed_by: null,
  clicks_before: 0,
  warnings: [],
  warning_codes: [],
  qr: null,
  total_clicks: 0,
  creator: { id: "u", name: "Ada" },
};

const changed = (change: Partial<RecordForm>) => toChange({ ...toForm(RECORD), ...change }, toForm(RECORD));

describe("the form of a record", () => {
  it("[32.9] writes nothing that was not changed, however much the record holds", () => {
    expect(changed({})).toEqual({});
    expect(changed({ title: "Summer" })).toEqual({ title: "Summer" });
    expect(changed({ password: "" })).toEqual({ password: null });
    expect(changed({ expires: "", max_clicks: "" })).toEqual({ expires: null, max_clicks: null });
    expect(changed({ type: "gone" })).toEqual({ type: "gone" });
    expect(changed({ type: "html", file: "page" })).toEqual({ file: "page" });
  });

  it("[32.8] leaves a limit that is no number to the API, which refuses it at its field", () => {
    expect(changed({ max_clicks: " 500 " })).toEqual({ max_clicks: 500 });
    for (const typed of ["1,000", "1.000", "1e3", "0x10", "-1", "9".repeat(400)]) {
      expect(changed({ max_clicks: typed })).toEqual({ max_clicks: typed });
      expect(toCreation({ ...toForm(RECORD), max_clicks: typed })).toMatchObject({ max_clicks: typed });
    }
  });

  it("brings rules back as they were, each condition in its own form", () => {
    const [rule] = toForm(RECORD).rules;
    expect(rule?.conditions.map(({ key, isNot }) => [key, isNot])).toEqual([
      ["country", false],
      ["query", false],
      ["after", false],
      ["time", true],
    ]);
    const renamed = changed({ rules: toForm(RECORD).rules.map((one) => ({ ...one, name: "DE" })) });
    const [{ if: conditions, not, id }] = renamed["rules"] as [LinkRecord["rules"][number]];
    expect({ if: conditions, not, id }).toEqual({
      id: "rule-1",
      if: RECORD.rules[0]?.if,
      not: RECORD.rules[0]?.not,
    });
  });

  it("[32.31] writes each moment of a rule to the second, unless it was typed anew", () => {
    const before = "2026-10-25T01:59:59.500Z";
    const record = { ...RECORD, rules: RECORD.rules.map((one) => ({ ...one, if: { before } })) };
    const shown = toForm(record);
    const [rule] = shown.rules;
    if (rule === undefined) throw new Error("The form has no rule.");
    const writeRules = (edited: Partial<RuleForm>) =>
      toChange({ ...shown, rules: [{ ...rule, ...edited }] }, shown)["rules"];
    expect(writeRules({ name: "DE" })).toMatchObject([{ if: { before } }]);
    const typed = rule.conditions.map((one) =>
      one.key === "before" ? { ...one, value: { local: "2027-01-01T00:00", filledFrom: before } } : one,
    );
    const at = new Date("2027-01-01T00:00").toISOString();
    expect(writeRules({ conditions: typed })).toMatchObject([{ if: { before: at } }]);
  });

  it("keeps weights beside their destinations, and leaves empty lines out", () => {
    const first = { url: "https://a.example/", weight: "70" };
    const second = { url: "https://b.example/", weight: "30" };
    expect(toForm(RECORD).destinations).toEqual([first, second]);
    expect(changed({ destinations: [second, { url: " ", weight: "9" }, first] })).toEqual({
      destinations: ["https://b.example/", "https://a.example/"],
      destination_routing: "weighted:30,70",
    });
    expect(changed({ destinations: [first] })).toEqual({
      destinations: ["https://a.example/"],
      destination_routing: "primary",
    });
  });

  it("shares visits among two destinations, unless somebody has chosen another distribution", () => {
    const one = { destinations: [{ url: "https://a.example/", weight: "1" }], routing: "primary" as const };
    const two = addDestination(one);
    expect([two.routing, sharesOf(two.destinations, two.routing)]).toEqual(["weighted", [0.5, 0.5]]);
    expect(addDestination({ ...two, routing: "primary" }).routing).toBe("primary");
    expect(sharesOf(two.destinations, "primary")).toEqual([1, 0]);
    expect(sharesOf(two.destinations, "fastest")).toBeNull();
  });

  it("[32.8] finds the weight that the API refuses, and takes a comma for decimals", () => {
    const weighed = (...weights: string[]) => ({
      destinations: weights.map((weight) => ({ url: "https://a.example/", weight })),
      routing: "weighted" as const,
    });
    expect(findBadWeights(weighed("-3", "1", "", "x"))).toEqual([
      "destinations.0.weight",
      "destinations.3.weight",
    ]);
    expect(findBadWeights(weighed("0,5", "1.25"))).toEqual([]);
    expect(sharesOf(weighed("0,5", "1.5").destinations, "weighted")).toEqual([0.25, 0.75]);
    expect(changed({ destinations: weighed("0,5", "1").destinations })).toMatchObject({
      destination_routing: "weighted:0.5,1",
    });
  });

  it.each([
    ["spring sale!", "spring-sale"],
    [" Frühling / Sommer ", "Frühling-Sommer"],
    ["50% off?", "50-off"],
    ["x".repeat(40), "x".repeat(30)],
    ["?!", null],
    ["robots.txt", null],
  ])("offers the alias that %j is near to", (typed, near) => {
    expect(nearAlias(typed)).toBe(near);
  });

  it("leaves out of a creation what is empty, so that the API's own defaults hold", () => {
    const form = { ...newForm("link", "go.example"), destinations: [{ url: "a.example", weight: "1" }] };
    expect(Object.keys(toCreation(form)).toSorted()).toEqual([
      "destination_routing",
      "destinations",
      "forward_path",
      "forward_query",
      "host",
      "is_notify",
      "is_switch_unbroken_destination",
      "type",
      "utm",
    ]);
  });
});

describe("the preview of a Location", () => {
  const link = (change: Partial<RecordForm>): RecordForm => ({
    ...newForm("link", "go.example"),
    alias: "spring",
    destinations: [{ url: "https://a.example/x?a=1#end", weight: "1" }],
    ...change,
  });
  const redirect = (url: string, to: string, change: Partial<RecordForm> = {}): RecordForm => ({
    ...newForm("redirect", ""),
    url,
    destinations: [{ url: to, weight: "1" }],
    ...change,
  });

  it.each<[RecordForm, string, string | null]>([
    [link({}), "go.example/spring", "https://a.example/x?a=1#end"],
    [link({}), "https://go.example/SPRING?b=2", "https://a.example/x?a=1#end"],
    [link({ forward_query: true }), "go.example/spring?a=2", "https://a.example/x?a=2#end"],
    [link({ forward_path: true }), "go.example/spring/more", "https://a.example/x/more?a=1#end"],
    [link({}), "go.example/spring/more", null],
    [link({}), "other.example/spring", null],
    [
      redirect("old.example/blog/*", "https://n.example/b/:splat"),
      "old.example/blog/a/b",
      "https://n.example/b/a/b",
    ],
    [redirect("old.example/p/:id", "https://n.example/?p=:id"), "old.example/p/7", "https://n.example/?p=7"],
    [redirect("old.example/p/:id", "https://n.example/?p=:id"), "/p/7", "https://n.example/?p=7"],
    [
      redirect("old.example", "https://n.example", { forward_path: true }),
      "old.example/x",
      "https://n.example/x",
    ],
    [
      redirect("old.example/a?x=1", "https://n.example/", { forward_query: false }),
      "old.example/a?x=1",
      "https://n.example/",
    ],
    [redirect("old.example/a?x=1", "https://n.example/"), "old.example/a?x=1", "https://n.example/"],
    [redirect("old.example/a?x=1", "https://n.example/"), "old.example/a?x=2", null],
  ])("[32.8] is what visitors get (%#)", (form, url, location) => {
    const preview = previewLocation(form, url);
    expect(preview.kind === "location" ? preview.answers[0]?.location : null).toBe(location);
  });

  it("begins with a URL that the record answers, for every kind of source", () => {
    const sources = [
      "old.example",
      "old.example/",
      "old.example/a",
      "old.example/a?x=1",
      "old.example/b/*",
      "old.example/:y/:z.html",
    ];
    for (const url of sources) {
      const form = redirect(url, "https://n.example/");
      expect([url, previewLocation(form, sampleUrl(form)).kind]).toEqual([url, "location"]);
    }
    expect(previewLocation(link({ forward_path: true }), sampleUrl(link({ forward_path: true }))).kind).toBe(
      "location",
    );
  });
});

it("[32.9] takes a change back by what stood before, and leaves the password alone", () => {
  const old = {
    destination: ["https://a.example/"],
    status: "paused" as const,
    password: true,
    type: "301" as const,
  };
  expect(toUndo({ old })).toEqual({ destinations: ["https://a.example/"], status: "paused", type: "301" });
  expect(toUndo({ old: { password: false } })).toBeNull();
});

it("asks the API for what the address says", () => {
  const nowMs = Date.parse("2026-01-31T09:30:30Z");
  expect(
    toApiFilter({ kind: "qr", search: "a", tags: ",", created: "7", dns: "false" }, nowMs),
  ).toMatchObject({
    "filter[handler]": "qr",
    "filter[search]": "a",
    "filter[untagged]": true,
    "filter[tags]": undefined,
    "filter[dns_correct]": "false",
    "filter[created_after]": "2026-01-24T09:30:00.000Z",
  });
});

it.each<[Record<string, string>, object]>([
  [{ kind: "link" }, { "filter[handler]": "short-url" }],
  [{ kind: "redirect" }, { "filter[handler]": "redirect,migration" }],
  [{}, { "filter[handler]": undefined }],
  // Of addresses of earlier releases.
  [{ kind: "all" }, { "filter[handler]": undefined }],
  [{ kind: "migration" }, { "filter[handler]": "redirect,migration" }],
  [{ kind: "html" }, { "filter[handler]": undefined, "filter[type]": "html" }],
])("reads the kind of an address: %j", (values, query) => {
  expect(toApiFilter(readFilter(values), 0)).toMatchObject(query);
});

it.each<[FilterValues, whole: boolean, limited: boolean]>([
  [{}, true, true],
  [{ kind: "qr" }, true, true],
  [{ kind: "qr", status: "paused" }, true, false],
  [{ tags: UNTAGGED }, true, false],
  [{ monitor: "broken", type: "html" }, true, false],
  [{ monitor: "healthy" }, false, false],
  [{ tags: "sale" }, false, false],
  [{ kind: "qr", search: "a" }, false, false],
])(
  "[13.12] the number of records is exact with the filters %j: %j, within a limit %j",
  (filter, whole, limited) => {
    expect([isTotalExact(filter, true), isTotalExact(filter, false)]).toEqual([whole, limited]);
  },
);
