import { HOST, ID, MOMENT } from "../example.ts";
import type { PropertyText } from "../property-text.ts";

const ID_LIMITS = { items: { minLength: 1 } };
const TAG_LIMITS = { items: { minLength: 1, maxLength: 64 } };

/** Describes changes of many records (contract 28). */
export const CHANGE_PROPERTIES: Record<string, PropertyText> = {
  // The request of a change.
  "PlanChangeBody.ids": {
    text: "Identifiers of the records to change, in place of `filter`. Those that are unknown are left out.",
    example: [ID],
    ...ID_LIMITS,
  },
  "PlanChangeBody.set": {
    text: "Fields that every record gets: those of a record write, without `alias`, `host`, `url` and `path`.",
    example: { status: 301, forward_query: true },
  },
  "PlanChangeBody.tags_add": {
    text: "Tags that every record gets, at most 50; those that it has already stay as they are.",
    example: ["summer"],
    ...TAG_LIMITS,
  },
  "PlanChangeBody.tags_remove": {
    text: "Tags that are taken off every record, at most 50, whatever their letter case.",
    example: ["spring"],
    ...TAG_LIMITS,
  },
  "PlanChangeBody.delete": {
    text: "Whether the records are deleted; it goes with no other edit.",
    example: true,
  },
  "PlanChangeBody.rows": {
    text: "The rows, each a record, at most 50,000; the body may have 8 MiB. They do not go with `upload`.",
    example: [{ host: HOST, alias: "autumn", destination: "https://example.org/autumn" }],
    schema: { items: { $ref: "#/components/schemas/ImportRow" } },
  },
  "PlanChangeBody.mode": {
    text: "What becomes of rows: `create` (the default) refuses one whose source is taken, `upsert` changes the record that has it, and `mirror` also deletes the owner's other records.",
    example: "mirror",
  },
  "PlanChangeBody.owner": {
    text: "The label of the file that manages the records of the rows from then on, at most 64 characters; a mirror needs one.",
    example: "shop-redirects",
  },
  "PlanChangeBody.hosts": {
    text: "The only hostnames that the rows may name and on which a mirror deletes, at most 1,000; absent for all.",
    example: [HOST],
    items: { minLength: 1, maxLength: 100 },
  },
  "PlanChangeBody.adopt": {
    text: "Whether the owner takes over records that have none; default false, where they are conflicts.",
    example: true,
  },
  "PlanChangeBody.upload": {
    text: "Whether the rows follow in parts, after which the plan is asked for; default false.",
    example: true,
  },
  "ApplyChangeBody.deletes": {
    text: "How many records the plan deletes. It has to be the number in `confirm`, if there is one.",
    example: 42,
  },
  "ApplyChangeBody.drop_undo": {
    text: "Identifiers of older changes that can no longer be undone then: those that `confirm` names.",
    example: [ID],
    ...ID_LIMITS,
  },
  "RenameTagBody.name": {
    text: "What the tag is called from now on; the name of another tag merges the two.",
    example: "summer",
  },
  "query.force": {
    text: "Whether records that a file manages are written, too; default `false`, where they are refused.",
    example: "true",
  },
  "ImportRowsBody.import_id": {
    text: "A word of the caller's: calls with the same one are one change, and are undone together.",
    example: "spring-catalogue",
  },

  // The state of a change.
  "Change.state": {
    text: "`collecting` takes parts, and `planned` waits to be applied. `planning`, `applying` and `undoing` are at work: ask again. `applied` and `stopped` can be undone; `undone`, `expired` and `failed` are ends.",
    example: "planned",
  },
  "Change.kind": {
    text: "`edit` and `delete` of records that were found, or the `mode` of the rows.",
    example: "edit",
  },
  "Change.counts": {
    text: "Records and rows by their result. Until the plan is applied, `created`, `changed` and `deleted` are what it would write. From then on they are what is written so far; an undo leaves them. An `expired` or `failed` plan has written nothing. `conflicts` grows while the plan is applied.",
    example: { created: 0, changed: 1, deleted: 0, unchanged: 1, invalid: 0, conflicts: 0 },
  },
  "Change.counts.created": { text: "Records that are created.", example: 0 },
  "Change.counts.changed": { text: "Records of which a field changes.", example: 1 },
  "Change.counts.deleted": { text: "Records that are deleted.", example: 0 },
  "Change.counts.unchanged": { text: "Records that are as they should be.", example: 1 },
  "Change.counts.invalid": {
    text: "Records and rows that no write would accept; they are left alone.",
    example: 0,
  },
  "Change.counts.conflicts": {
    text: "Records and rows that do not fit what stands; they are left alone.",
    example: 0,
  },
  "Change.planned": {
    text: "The same numbers as the plan had them before it was applied; their sum is `total`.",
    example: { created: 0, changed: 1, deleted: 0, unchanged: 1, invalid: 0, conflicts: 0 },
  },
  "Change.planned.created": { text: "Records that the plan creates.", example: 0 },
  "Change.planned.changed": { text: "Records of which the plan changes a field.", example: 1 },
  "Change.planned.deleted": { text: "Records that the plan deletes.", example: 0 },
  "Change.planned.unchanged": { text: "Records that are as they should be.", example: 1 },
  "Change.planned.invalid": { text: "Records and rows that no write would accept.", example: 0 },
  "Change.planned.conflicts": { text: "Records and rows that the plan leaves alone.", example: 0 },
  "Change.progress.done": { text: "Chunks that are applied; of an undo, those that are undone.", example: 0 },
  "Change.progress.total": { text: "Chunks that the change has.", example: 1 },
  "Change.owner": {
    text: "The label of the file that manages the records of the rows; null without one.",
    example: "shop-redirects",
  },
  "Change.total": { text: "Records and rows that are planned so far.", example: 2 },
  "Change.undo_conflicts": { text: "Records that the undo has left alone.", example: 0 },
  "Change.sample": { text: "The first 5 records that the plan writes.", example: [] },
  "Change.expires_at": {
    text: "When the plan expires, 2 hours after it was made; null once it is applied or has ended.",
    example: MOMENT,
  },
  "Change.undo_until": {
    text: "Until when it can be undone, 30 days after it was applied; null where it cannot.",
    example: MOMENT,
  },
  "Change.warnings": {
    text: "What a reader of the plan should know, each a sentence; empty if nothing.",
    example: [],
  },
  "Change.confirm.deletes": {
    text: "How many records the plan deletes, absent where it need not be confirmed.",
    example: 42,
  },
  "Change.confirm.drop_undo": {
    text: "Older changes that can no longer be undone then, absent where there is room for all undos.",
    example: [ID],
  },
  "Change.created_by": { text: "The user who planned it.", example: { id: ID, name: "Ada Lovelace" } },
  "Change.created_at": { text: "When it was planned.", example: MOMENT },

  // The result for one record.
  "ChangeRow.id": {
    text: "The record; null for a row that is not to become one.",
    example: ID,
  },
  "ChangeRow.result": {
    text: "What the change does to the record, or why it leaves it alone: `invalid` or `conflict`.",
    example: "changed",
  },
  "ChangeRow.before": {
    text: "The fields that change, as they were when it was planned; null for a record that is created, and where nothing is written.",
    example: { destination: "https://example.org/spring" },
  },
  "ChangeRow.after": {
    text: "The same fields as the change makes them; null for a record that is deleted, and where nothing is written.",
    example: { destination: "https://example.org/summer" },
  },
  "ChangeRow.current": {
    text: "Of a conflict: what the record holds of these fields by now; null otherwise.",
    example: null,
  },
  "ChangeRow.reasons": {
    text: "Of a row that is invalid or a conflict: for each field, by its path, the reasons; null otherwise.",
    example: { url: ["go.example.com/spring is already in use"] },
  },
};
