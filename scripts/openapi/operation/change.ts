import { ChangePage, ChangeRowPage, ChangeShape } from "../../../src/admin/schema/change-shape.ts";
import { HOST, ID, MOMENT, page, user } from "../example.ts";
import type { Operation } from "../operation.ts";

/** Two hours after the plan was made, and 30 days after it was applied. */
const EXPIRES_AT = "2026-01-31T11:30:00.000Z";
const UNDO_UNTIL = "2026-03-02T09:30:00.000Z";

const row = {
  id: ID,
  source: `${HOST}/spring`,
  line: null,
  result: "changed",
  before: { destination: "https://example.org/spring", destinations: ["https://example.org/spring"] },
  after: { destination: "https://example.org/summer", destinations: ["https://example.org/summer"] },
  current: null,
  reasons: null,
  codes: null,
} as const;

const COUNTS = { created: 0, changed: 1, deleted: 0, unchanged: 1, invalid: 0, conflicts: 0 } as const;

/** A change as its plan is answered. */
export const PLANNED_CHANGE = {
  id: ID,
  state: "planned",
  kind: "edit",
  owner: null,
  label: null,
  total: 2,
  counts: COUNTS,
  planned: COUNTS,
  progress: { done: 0, total: 1 },
  undo_conflicts: 0,
  sample: [row],
  warnings: [],
  warning_codes: [],
  confirm: null,
  created_by: user,
  created_at: MOMENT,
  expires_at: EXPIRES_AT,
  undo_until: null,
} as const;

const applied = {
  ...PLANNED_CHANGE,
  state: "applied",
  progress: { done: 1, total: 1 },
  expires_at: null,
  undo_until: UNDO_UNTIL,
} as const;

const withoutTag = { before: { tags: ["spring", "poster"] }, after: { tags: ["poster"] } };
const withTag = { before: { tags: ["spring"] }, after: { tags: ["summer"] } };
const tagged = (fields: typeof withTag) => ({
  ...applied,
  total: 1,
  counts: { ...applied.counts, unchanged: 0 },
  planned: { ...applied.planned, unchanged: 0 },
  sample: [{ ...row, ...fields }],
});

const TAG_CHANGE =
  "A change that is applied as soon as it is planned, and that can be undone for 30 days. Up to 500 records are written when the call is answered, more in the background: read the change again until its state is `applied`. More than 1,000 records need the role manager. Records that a file manages are conflicts, unless `force=true`.";

/** A call that answers the change, and is refused in some of its states. */
const CHANGE = { answer: ChangeShape, errors: [409] } satisfies Partial<Operation>;

export const CHANGE_OPERATIONS: Record<string, Operation> = {
  "put /v1/tags/{name}": {
    id: "renameTag",
    tag: "Records",
    summary: "Rename a tag, or merge it into another",
    description: TAG_CHANGE,
    ...CHANGE,
    examples: { body: { name: "summer" }, answer: tagged(withTag) },
  },
  "delete /v1/tags/{name}": {
    id: "deleteTag",
    tag: "Records",
    summary: "Take a tag off all records",
    description: TAG_CHANGE,
    ...CHANGE,
    examples: { answer: tagged(withoutTag) },
  },
  "get /v1/changes": {
    id: "listChanges",
    summary: "List changes",
    description:
      "Newest first: changes that were planned, imports, and changes of tags. `filter[state]` takes states, comma-separated. With `hosts`, a token sees those that name no other hostname.",
    answer: ChangePage,
  },
  "post /v1/changes": {
    id: "planChange",
    summary: "Plan a change of many records",
    description:
      "Writes no record. It takes `filter` or `ids` with an edit: `set`, `destination_find` and `destination_replace`, `destination_params`, `tags_add` and `tags_remove`, or `delete`. Or it takes `rows` (a body of up to 8 MiB) with `mode`, `owner`, `hosts` and `adopt`; with `upload` the rows follow in parts. Up to 500 records or rows are planned when the call is answered, more in the background: read the change again until its state is `planned`. A plan lasts 2 hours, and a workspace has at most 3. Records that a file manages are conflicts, unless `force=true`.",
    ...CHANGE,
    examples: {
      body: { filter: { host: HOST }, destination_find: "/spring", destination_replace: "/summer" },
    },
  },
  "get /v1/changes/{id}": {
    id: "getChange",
    summary: "Get a change",
    description:
      "How far it is, and what it makes of the records. Ask again every few seconds while its state is `planning`, `applying` or `undoing`.",
    answer: ChangeShape,
  },
  "put /v1/changes/{id}/parts/{n}": {
    id: "storeChangePart",
    summary: "Send a part of the rows",
    description:
      "Newline-delimited JSON, at most 8 MiB and 50,000 lines, a row a line as in `POST /bulk/import`; all parts together have at most 500 MB. The same `n` replaces the part. Line numbers run through all parts, in the order of `n`, and empty lines count. Nothing is planned yet.",
    ...CHANGE,
    examples: {
      body: `{"host":"${HOST}","alias":"autumn","destination":"https://example.org/autumn"}\n`,
      answer: { ...PLANNED_CHANGE, state: "collecting", kind: "create", total: 0, sample: [] },
    },
  },
  "post /v1/changes/{id}/plan": {
    id: "planChangeParts",
    summary: "Plan the rows of the parts",
    description:
      "Writes no record, and ends the upload. Up to 500 rows are planned when the call is answered, more in the background: read the change again until its state is `planned`.",
    ...CHANGE,
  },
  "post /v1/changes/{id}/apply": {
    id: "applyChange",
    summary: "Apply a plan",
    description:
      "Takes the body that `confirm` of the plan shows, or none. Up to 500 records are written when the call is answered, more in the background, up to 250 in one commit. Records that were edited since the plan are left alone, and become conflicts. A workspace applies or undoes one change at a time. More than 1,000 records, a mirror and a change that deletes need the role manager.",
    ...CHANGE,
    examples: { body: { deletes: 0 }, answer: applied },
  },
  "post /v1/changes/{id}/stop": {
    id: "stopChange",
    summary: "Stop a change",
    description:
      "Stops it between two chunks of up to 250 records. What is applied stays, and can be undone. A plan that is stopped expires at once.",
    ...CHANGE,
    examples: { answer: { ...applied, state: "stopped" } },
  },
  "post /v1/changes/{id}/undo": {
    id: "undoChange",
    summary: "Undo a change",
    description:
      "Within 30 days. Fields and passwords are as before, records that were created go, and those that were deleted come back with their history and clicks. Records that were edited since are left alone, and are conflicts. It takes as long, and needs the same role, as applying it did.",
    ...CHANGE,
    examples: { answer: { ...applied, state: "undone", undo_until: null } },
  },
  "get /v1/changes/{id}/rows": {
    id: "listChangeRows",
    summary: "List what a change makes of each record",
    description:
      "`before` and `after` hold the fields that change. `Accept: text/csv` gets all rows from the cursor on as CSV. A page is up to `per_page` rows, and may be shorter with `filter[result]`: go on while `next` is not null. What the rows hold goes with the plan or the undo.",
    answer: ChangeRowPage,
    forms: ["text/csv"],
    examples: { answer: page(row) },
  },
};
