/** Describes changes of many records (contract 28). */
export const CHANGE_PROPERTIES: Record<string, string> = {
  // The request of a change.
  "PlanChangeBody.ids":
    "Identifiers of the records to change, in place of `filter`. Those that are unknown are left out.",
  "PlanChangeBody.set":
    "Fields that every record gets: those of a record write, without `alias`, `host`, `url` and `path`.",
  "PlanChangeBody.tags_add":
    "Tags that every record gets, at most 50; those that it has already stay as they are.",
  "PlanChangeBody.tags_remove":
    "Tags that are taken off every record, at most 50, whatever their letter case.",
  "PlanChangeBody.delete": "Whether the records are deleted; it goes with no other edit.",
  "PlanChangeBody.rows":
    "The rows, each a record, at most 50,000; the body may have 8 MiB. They do not go with `upload`.",
  "PlanChangeBody.mode":
    "What becomes of rows: `create` (the default) refuses one whose source is taken, `upsert` changes the record that has it, and `mirror` also deletes the owner's other records.",
  "PlanChangeBody.owner":
    "The label of the file that manages the records of the rows from then on, at most 64 characters; a mirror needs one.",
  "PlanChangeBody.hosts":
    "The only hostnames that the rows may name and on which a mirror deletes, at most 1,000; absent for all.",
  "PlanChangeBody.adopt":
    "Whether the owner takes over records that have none; default false, where they are conflicts.",
  "PlanChangeBody.upload":
    "Whether the rows follow in parts, after which the plan is asked for; default false.",
  "PlanChangeBody.label":
    "What people know the change by, such as the name of the imported file, at most 200 characters.",
  "ApplyChangeBody.deletes":
    "How many records the plan deletes. It has to be the number in `confirm`, if there is one.",
  "ApplyChangeBody.drop_undo":
    "Identifiers of older changes that can no longer be undone then: those that `confirm` names.",
  "RenameTagBody.name": "What the tag is called from now on; the name of another tag merges the two.",
  "query.force":
    "Whether records that a file manages are written, too; default `false`, where they are refused.",
  "ImportRowsBody.import_id":
    "A word of the caller's: calls with the same one are one change, and are undone together.",

  // The state of a change.
  "Change.state":
    "`collecting` takes parts, and `planned` waits to be applied. `planning`, `applying` and `undoing` are at work: ask again. `applied` and `stopped` can be undone; `undone`, `expired` and `failed` are ends.",
  "Change.kind": "`edit` and `delete` of records that were found, or the `mode` of the rows.",
  "Change.counts":
    "Records and rows by their result. Until the plan is applied, `created`, `changed` and `deleted` are what it would write. From then on they are what is written so far; an undo leaves them. An `expired` or `failed` plan has written nothing. `conflicts` grows while the plan is applied.",
  "Change.counts.created": "Records that are created.",
  "Change.counts.changed": "Records of which a field changes.",
  "Change.counts.deleted": "Records that are deleted.",
  "Change.counts.unchanged": "Records that are as they should be.",
  "Change.counts.invalid": "Records and rows that no write would accept; they are left alone.",
  "Change.counts.conflicts": "Records and rows that do not fit what stands; they are left alone.",
  "Change.planned": "The same numbers as the plan had them before it was applied; their sum is `total`.",
  "Change.planned.created": "Records that the plan creates.",
  "Change.planned.changed": "Records of which the plan changes a field.",
  "Change.planned.deleted": "Records that the plan deletes.",
  "Change.planned.unchanged": "Records that are as they should be.",
  "Change.planned.invalid": "Records and rows that no write would accept.",
  "Change.planned.conflicts": "Records and rows that the plan leaves alone.",
  "Change.progress.done": "Chunks that are applied; of an undo, those that are undone.",
  "Change.progress.total": "Chunks that the change has.",
  "Change.owner": "The label of the file that manages the records of the rows; null without one.",
  "Change.label": "What people know it by, such as the name of the imported file; null without one.",
  "Change.total": "Records and rows that are planned so far.",
  "Change.undo_conflicts": "Records that the undo has left alone.",
  "Change.sample": "The first 5 records that the plan writes.",
  "Change.expires_at":
    "When the plan expires, 2 hours after it was made; null once it is applied or has ended.",
  "Change.undo_until": "Until when it can be undone, 30 days after it was applied; null where it cannot.",
  "Change.warnings": "What a reader of the plan should know, each a sentence; empty if nothing.",
  "Change.confirm.deletes": "How many records the plan deletes, absent where it need not be confirmed.",
  "Change.confirm.drop_undo":
    "Older changes that can no longer be undone then, absent where there is room for all undos.",
  "Change.created_by": "The user who planned it.",
  "Change.created_at": "When it was planned.",

  // The result for one record.
  "ChangeRow.id": "The record; null for a row that is not to become one.",
  "ChangeRow.result":
    "What the change does to the record, or why it leaves it alone: `invalid` or `conflict`.",
  "ChangeRow.before":
    "The fields that change, as they were when it was planned; null for a record that is created, and where nothing is written.",
  "ChangeRow.after":
    "The same fields as the change makes them; null for a record that is deleted, and where nothing is written.",
  "ChangeRow.current": "Of a conflict: what the record holds of these fields by now; null otherwise.",
  "ChangeRow.reasons":
    "Of a row that is invalid or a conflict: for each field, by its path, the reasons; null otherwise.",
  "BulkPreview.refreshing": "While more is being counted: numbers are older ones, or those counted so far.",
  "importRows.change": "The change that undoes it; null where nothing was written.",
  "BulkPreview.changed": "Records that the change would change.",
  "BulkPreview.invalid":
    "Records of which the change would make what no write accepts; they are not in `changed`.",
  "BulkPreview.conflicts":
    "Records that a file manages, so that the change leaves them; they are not in `changed`.",
  "sample.from": "The first destination that changes.",
  "sample.to": "Null if the record stays the same.",
  "sample.reason": "Why no write would accept the change.",
  "Change.progress": "Chunks of up to 250 records that are applied, or undone.",
  "Change.confirm": "The body that applying the plan needs; null where it needs none.",
  "ChangeRow.source": "Hostname and path; null for a row without one.",
  "ChangeRow.line": "The line that was sent, from 1 on.",
};
