import { refuse } from "../../../src/domain/refusal/refusal.ts";
import { describe, expect, it } from "vitest";
import type { Edit } from "../../../src/domain/change/change.ts";
import { diffSettings, editRecord } from "../../../src/domain/change/edit-record.ts";
import { PRIMARY } from "../../../src/domain/routing.ts";
import { linkRecord } from "../../support/records.ts";

const NO_EDIT: Edit = { set: {}, setsPassword: false, destinations: null, tagsAdd: [], tagsRemove: [] };
const RULE = {
  id: "1",
  name: "",
  if: { country: ["DE"] },
  not: {},
  destinations: ["https://a.example/de"],
  routing: PRIMARY,
};
const record = linkRecord({ destinations: ["https://a.example/1"], rules: [RULE], tags: ["One", "two"] });

/** Returns what an edit changes, by field; null for nothing, or the errors. */
function editOf(edit: Partial<Edit>): object | null {
  const changed = editRecord(record, { ...NO_EDIT, ...edit });
  return changed.ok ? (diffSettings(record, changed.settings)?.after ?? null) : changed.errors;
}

describe("[28.3] an edit", () => {
  it.each<[string, Partial<Edit>, object | null]>([
    ["of nothing", {}, null],
    ["that repeats what stands", { set: { title: "", destination: "https://a.example/1" } }, null],
    ["of fields", { set: { title: "t", forwardPath: true } }, { title: "t", forwardPath: true }],
    ["that pauses", { set: { status: "paused" } }, { pauses: ["user"] }],
    [
      "of destinations, those of rules included",
      { destinations: { find: "a.example", replace: "b.example" } },
      {
        destinations: ["https://b.example/1"],
        rules: [{ ...RULE, destinations: ["https://b.example/de"] }],
      },
    ],
    [
      "of destinations to what is none",
      { destinations: { find: "https://a.example/1", replace: "" } },
      { "destinations.0": [expect.any(Object)] },
    ],
    [
      "of a rule's destination to what is none",
      { destinations: { find: "https://a.example/de", replace: "ftp://x" } },
      { "rules.0.destinations.0": [expect.any(Object)] },
    ],
    ["that adds tags", { tagsAdd: ["TWO", "three"] }, { tags: ["One", "two", "three"] }],
    ["that removes tags", { tagsRemove: ["ONE"] }, { tags: ["two"] }],
    ["that spells a tag otherwise", { tagsRemove: ["one"], tagsAdd: ["one"] }, { tags: ["two", "one"] }],
    [
      "that adds too many tags",
      { tagsAdd: Array.from({ length: 49 }, (_, i) => `t${i}`) },
      { tags_add: [refuse("too_many_tags", { count: 50 })] },
    ],
    ["that sets a password", { setsPassword: true }, { passwordVersion: 2 }],
    [
      "of fields that contradict each other",
      { set: { type: "gone", destination: "https://c.example" } },
      { type: [expect.any(Object)] },
    ],
  ])("%s", (_, edit, expected) => {
    expect(editOf(edit)).toEqual(expected);
  });
});
