import { ChangePage, ChangeRowPage, ChangeShape } from "../../../src/admin/schema/change-shape.ts";
import { HOST, ID, MOMENT, page, user } from "../example.ts";
import type { Operation } from "../operation.ts";

const row = {
  id: ID,
  source: `${HOST}/spring`,
  line: null,
  result: "changed",
  before: { destination: "https://example.org/spring", destinations: ["https://example.org/spring"] },
  after: { destination: "https://example.org/summer", destinations: ["https://example.org/summer"] },
  current: null,
  reasons: null,
} as const;

const planned = {
  id: ID,
  state: "planned",
  kind: "edit",
  owner: null,
  total: 2,
  counts: { created: 0, changed: 1, deleted: 0, unchanged: 1, invalid: 0, conflicts: 0 },
  progress: { done: 0, total: 1 },
  undo_conflicts: 0,
  sample: [row],
  warnings: [],
  confirm: null,
  created_by: user,
  created_at: MOMENT,
  expires_at: MOMENT,
  undo_until: null,
} as const;

const applied = {
  ...planned,
  state: "applied",
  progress: { done: 1, total: 1 },
  expires_at: null,
  undo_until: MOMENT,
} as const;

export const CHANGE_OPERATIONS: Record<string, Operation> = {
  "get /v1/changes": {
    id: "listChanges",
    tag: "Changes",
    summary: "List changes",
    answer: ChangePage,
    examples: { answer: page(planned) },
  },
  "post /v1/changes": {
    id: "planChange",
    tag: "Changes",
    summary: "Plan a change of many records",
    description:
      "Writes no record. The body has either `filter` or `ids` with `set`, `destination_find` and `destination_replace`, `destination_params`, `tags_add`, `tags_remove` or `delete`, or it has `rows` (up to 8 MiB), `mode`, `owner`, `hosts` and `adopt`. With `upload` the rows come in parts. A small change is planned when the call is answered. `force=true` changes records that a file manages.",
    answer: ChangeShape,
    errors: [409],
    examples: {
      body: { filter: { host: HOST }, destination_find: "/spring", destination_replace: "/summer" },
      answer: planned,
    },
  },
  "get /v1/changes/{id}": {
    id: "getChange",
    tag: "Changes",
    summary: "Get a change",
    answer: ChangeShape,
    examples: { answer: planned },
  },
  "put /v1/changes/{id}/parts/{n}": {
    id: "storeChangePart",
    tag: "Changes",
    summary: "Send a part of the rows",
    description:
      "Newline-delimited JSON, at most 8 MiB, a row a line as in `POST /bulk/import`. The same `n` replaces the part. Line numbers run through all parts, in the order of `n`.",
    answer: ChangeShape,
    errors: [409],
    examples: {
      body: `{"host":"${HOST}","alias":"autumn","destination":"https://example.org/autumn"}\n`,
      answer: { ...planned, state: "collecting", kind: "create", total: 0, sample: [] },
    },
  },
  "post /v1/changes/{id}/plan": {
    id: "planChangeParts",
    tag: "Changes",
    summary: "Plan the rows of the parts",
    answer: ChangeShape,
    errors: [409],
    examples: { answer: planned },
  },
  "post /v1/changes/{id}/apply": {
    id: "applyChange",
    tag: "Changes",
    summary: "Apply a plan",
    description:
      "Takes the body that `confirm` of the plan shows. Up to 500 records are written when the call is answered, more in the background. More than 1,000 records, a mirror and a change that deletes need the role manager.",
    answer: ChangeShape,
    errors: [409],
    examples: { body: { deletes: 0 }, answer: applied },
  },
  "post /v1/changes/{id}/stop": {
    id: "stopChange",
    tag: "Changes",
    summary: "Stop a change",
    description: "Between two chunks. What is applied stays, and can be undone. A plan expires at once.",
    answer: ChangeShape,
    errors: [409],
    examples: { answer: { ...applied, state: "stopped" } },
  },
  "post /v1/changes/{id}/undo": {
    id: "undoChange",
    tag: "Changes",
    summary: "Undo a change",
    description: "For 30 days. Records that were edited since are left alone, and are conflicts.",
    answer: ChangeShape,
    errors: [409],
    examples: { answer: { ...applied, state: "undone", undo_until: null } },
  },
  "get /v1/changes/{id}/rows": {
    id: "listChangeRows",
    tag: "Changes",
    summary: "List what a change makes of each record",
    description:
      "`before` and `after` hold the fields that change. `Accept: text/csv` gets all rows from the cursor on as CSV.",
    answer: ChangeRowPage,
    examples: { answer: page(row) },
  },
};
