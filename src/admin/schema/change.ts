import { refuse } from "../../domain/refusal/refusal.ts";
import { message, booleanField, listOf, objectOf, textOf, filterOf, oneOf } from "./field.ts";
import * as v from "valibot";
import { CHANGE_STATES, ROW_RESULTS, type ChangeRequest, type Edit } from "../../domain/change/change.ts";
import { MAX_LABEL_CHARACTERS } from "../../domain/change/label.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { isEmptyFilter } from "../../domain/record-filter.ts";
import { MAX_SENT_ROWS, type NewChange } from "../../services/change/types.ts";
import type { Draft } from "../../services/result.ts";
import { destinationChangeFields, toDestinationChange } from "./destination-change.ts";
import { readRow } from "./import-row.ts";
import { commaListOf, filterField, pageFields, toFilter } from "./list.ts";
import { fileField, hostField, qrFields, settingFields, tagsField } from "./record.ts";
import { toRecordInput } from "./record-input.ts";

/** Bodies and queries of `/changes` (contract 28.2). */

const MAX_OWNER_CHARACTERS = 64;
const MAX_HOSTS = 1_000;
/** The length of an id. */
const MAX_ID_CHARACTERS = 36;

const setField = objectOf({ ...settingFields, ...qrFields, file: fileField }, message("not_record_fields"));

const idsField = v.array(v.pipe(textOf(MAX_ID_CHARACTERS), v.toLowerCase()), message("not_array_of_ids"));

/** Returns the schema of a text that is not blank. */
function filledTextOf(maxCharacters: number) {
  return v.pipe(
    textOf(maxCharacters),
    v.check((text) => text.trim() !== "", message("empty")),
  );
}

export const ChangeBody = v.object({
  filter: v.optional(filterField),
  ids: v.optional(idsField),
  set: v.optional(setField),
  ...destinationChangeFields,
  tags_add: v.optional(tagsField),
  tags_remove: v.optional(tagsField),
  delete: v.optional(booleanField),
  rows: v.optional(listOf(v.unknown(), MAX_SENT_ROWS, message("not_array_of_objects"))),
  mode: v.optional(v.picklist(["create", "upsert", "mirror"], message("not_create_upsert_mirror"))),
  owner: v.optional(filledTextOf(MAX_OWNER_CHARACTERS)),
  hosts: v.optional(listOf(hostField, MAX_HOSTS, message("not_array_of_hosts"))),
  adopt: v.optional(booleanField),
  upload: v.optional(booleanField),
  label: v.optional(filledTextOf(MAX_LABEL_CHARACTERS)),
});

export const ApplyBody = v.object({
  deletes: v.optional(v.pipe(v.number(message("not_number")), v.integer(message("not_whole_number")))),
  drop_undo: v.optional(idsField),
});

export const ChangesQuery = v.object({
  ...pageFields,
  filter: v.optional(filterOf({ state: v.optional(commaListOf(CHANGE_STATES)) })),
});

export const RowsQuery = v.object({
  ...pageFields,
  filter: v.optional(filterOf({ result: v.optional(oneOf(ROW_RESULTS)) })),
});

type Body = Partial<v.InferOutput<typeof ChangeBody>>;

const EDIT_FIELDS = [
  "filter",
  "ids",
  "set",
  "destination_find",
  "destination_replace",
  "destination_params",
  "tags_add",
  "tags_remove",
  "delete",
] as const;
const ROW_FIELDS = ["rows", "mode", "owner", "hosts", "adopt", "upload"] as const;

/** Converts a body, which describes either an edit of records, or rows. */
export function toNewChange(fields: Body, errors: FieldErrors, isForced: boolean): Draft<NewChange> {
  const isOfRows = fields.rows !== undefined || fields.upload === true || fields.mode !== undefined;
  for (const name of isOfRows ? EDIT_FIELDS : ROW_FIELDS) {
    if (fields[name] === undefined) continue;
    const reason = isOfRows ? refuse("not_with_rows") : refuse("with_rows_only");
    addFieldError(errors, name, reason);
  }
  const { request, ...rest } = isOfRows ? toRows(fields, errors, isForced) : toEdit(fields, errors, isForced);
  const { label } = fields;
  return { fields: { ...rest, request: { ...request, ...(label !== undefined && { label }) } }, errors };
}

function toRows(fields: Body, errors: FieldErrors, isForced: boolean): NewChange {
  const { mode = "create", owner = null, hosts = null, adopt = false, upload = false, rows } = fields;
  if (rows === undefined && !upload) addFieldError(errors, "rows", refuse("or_upload"));
  if (rows !== undefined && upload) addFieldError(errors, "upload", refuse("not_with_rows"));
  if (mode === "mirror" && owner === null) addFieldError(errors, "owner", refuse("required_for_mirror"));
  if (adopt && owner === null) addFieldError(errors, "adopt", refuse("needs_owner"));
  const request = { kind: mode, owner, hosts, adopts: adopt, isForced } satisfies ChangeRequest;
  const read = rows?.map((row, index) => ({ ...readRow(row), line: index + 1 })) ?? null;
  return { request, isUpload: upload, rows: read };
}

function toEdit(fields: Body, errors: FieldErrors, isForced: boolean): NewChange {
  const { ids, set, tags_add: tagsAdd = [], tags_remove: tagsRemove = [] } = fields;
  const filter = toFilter(fields.filter);
  if (ids !== undefined && !isEmptyFilter(filter)) addFieldError(errors, "ids", refuse("not_with_filter"));
  if (ids === undefined && isEmptyFilter(filter)) {
    addFieldError(errors, "filter", refuse("filter_needed_or_ids"));
  }
  const scope = ids === undefined ? filter : { ids };
  const destinations = toDestinationChange(fields, errors);
  const { password, ...settings } = toRecordInput(set ?? {});
  const setsDestinations = [set?.destination, set?.destinations, set?.rules].some((one) => one !== undefined);
  if (destinations !== null && setsDestinations) {
    addFieldError(errors, "set", refuse("not_with_destinations"));
  }
  const edit: Edit = {
    set: { ...settings, ...(password === null && { passwordVersion: null }) },
    setsPassword: typeof password === "string",
    destinations,
    tagsAdd,
    tagsRemove,
  };
  const isEdit = set !== undefined || destinations !== null || tagsAdd.length + tagsRemove.length > 0;
  if (fields.delete === true && isEdit) addFieldError(errors, "delete", refuse("not_with_edit"));
  if (fields.delete !== true && !isEdit) addFieldError(errors, "set", refuse("or_another_change"));
  const request: ChangeRequest =
    fields.delete === true
      ? { kind: "delete", filter: scope, isForced }
      : { kind: "edit", filter: scope, edit, isForced };
  return { request, isUpload: false, rows: null, ...(typeof password === "string" && { password }) };
}
