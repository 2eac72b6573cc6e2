import { describe, expect, it } from "vitest";
import {
  EMPTY_BULK,
  firstChanged,
  parseParameters,
  toEdit,
  toScopeFilter,
  type BulkForm,
} from "../../src/dashboard/screen/records/bulk-form.ts";

describe("[32.17] the form of a change of many records", () => {
  it.each<[changed: Partial<BulkForm>, edit: object | null]>([
    [{}, null],
    [{ replace: "b" }, null],
    [{ find: "a" }, { destination_find: "a", destination_replace: "" }],
    [
      { find: " a", replace: "b " },
      { destination_find: " a", destination_replace: "b " },
    ],
    [
      { paramsSet: "utm_source=print\n\n flag \na=b=c", paramsRemove: ["ref"] },
      { destination_params: { set: { utm_source: "print", flag: "", a: "b=c" }, remove: ["ref"] } },
    ],
    [{ qr: { name: "Poster", style: { theme: "dots" } } }, { set: { qr: { theme: "dots" } } }],
    [
      { tagsAdd: ["x"], tagsRemove: ["y"] },
      { tags_add: ["x"], tags_remove: ["y"] },
    ],
    [
      {
        fields: [
          { name: "type", value: "301" },
          { name: "status", value: "paused" },
          { name: "forward_path", value: "true" },
          { name: "forward_query", value: "false" },
          { name: "is_notify", value: "" },
        ],
      },
      { set: { type: "301", status: "paused", forward_path: true, forward_query: false } },
    ],
    [{ fields: [{ name: "", value: "x" }] }, null],
    [{ fields: [{ name: "expires", value: "" }] }, { set: { expires: null } }],
    [
      {
        fields: [
          { name: "expires", value: "2027-01-01T00:00" },
          { name: "expired_url", value: " https://a.example " },
          { name: "destination", value: "https://b.example/" },
        ],
      },
      {
        set: {
          expires: new Date("2027-01-01T00:00").toISOString(),
          expired_url: "https://a.example",
          destination: "https://b.example/",
        },
      },
    ],
    [
      {
        fields: [
          { name: "utm.source", value: "print" },
          { name: "utm.campaign", value: "" },
          { name: "max_clicks", value: "10" },
          { name: "title", value: "" },
          { name: "rules", value: "" },
          { name: "preview", value: "" },
        ],
      },
      {
        set: {
          max_clicks: 10,
          title: null,
          rules: [],
          preview: null,
          utm: { source: "print", campaign: "" },
        },
      },
    ],
    [{ fields: [{ name: "max_clicks", value: "ten" }] }, { set: { max_clicks: "ten" } }],
    [{ isForced: true }, null],
  ])("writes of %j %j", (changed, edit) => {
    expect(toEdit({ ...EMPTY_BULK, ...changed })).toEqual(edit);
  });

  it("is for all that the list shows, and names every handler where nothing narrows it", () => {
    expect(
      toScopeFilter({
        "filter[handler]": "short-url,qr",
        "filter[untagged]": true,
        "filter[host]": undefined,
        "filter[search]": "",
        sort: "-id",
      }),
    ).toEqual({ handler: "short-url,qr", untagged: "true" });
    expect(toScopeFilter({ sort: "-id" })).toEqual({ handler: "short-url,qr,redirect,migration" });
  });

  it("shows the first destination that it changes, by the code of the API", () => {
    const records = [
      { destinations: ["https://other.example"] },
      { destinations: ["https://x.example", "https://old.example/a?b=1"] },
    ];
    const form = { ...EMPTY_BULK, find: "old", replace: "new", paramsSet: "b=2" };
    expect(firstChanged({ ...form, paramsSet: "" }, records)).toEqual({
      from: "https://old.example/a?b=1",
      to: "https://new.example/a?b=1",
    });
    expect(firstChanged({ ...form, paramsRemove: ["b"], paramsSet: "" }, records.slice(1))?.to).toBe(
      "https://new.example/a",
    );
    expect(firstChanged({ ...EMPTY_BULK, find: "nothing" }, records)).toBeNull();
    expect(parseParameters("")).toEqual({});
  });
});
