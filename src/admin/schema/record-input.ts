import type * as v from "valibot";
import { RECORD_FIELDS } from "../../domain/field/record.ts";
import type { LinkPreview } from "../../domain/record.ts";
import type { RuleInput, WrittenRule } from "../../domain/rule/rule.ts";
import type { RecordInput } from "../../services/write/change-record.ts";
import { toChange } from "./kind.ts";
import type { previewField, qrFields, settingFields } from "./record.ts";

/** Converts the written fields of a record (contract 11) to the fields of the domain. */

type Settings = v.ObjectSchema<typeof settingFields & typeof qrFields, undefined>;

/** The fields that depend on others. One that is not converted here is a type error. */
type ConvertedInput = {
  [F in keyof Required<Omit<RecordInput, keyof typeof RECORD_FIELDS>>]: RecordInput[F] | undefined;
};

/** Converts the names of the API to the names of the domain. An absent field stays absent. */
export function toRecordInput(
  body: Partial<v.InferOutput<Settings>> & { file?: string | null | undefined },
): RecordInput {
  const input: ConvertedInput = {
    tags: emptied(body.tags, []),
    destinations: emptied(body.destinations, []),
    plugins: body.plugins === undefined ? undefined : [...new Set(body.plugins)],
    type: body.type ?? undefined,
    status: body.status ?? undefined,
    routing: body.destination_routing ?? undefined,
    destination: body.destination,
    utm: body.utm,
    expiresAtMs: body.expires,
    preview: body.preview === undefined ? undefined : toPreview(body.preview),
    file: body.file,
    rules: body.rules === undefined ? undefined : (body.rules ?? []).map(toRuleInput),
    password: body.password,
    qr: body.qr as RecordInput["qr"],
  };
  return { ...toChange(RECORD_FIELDS, body), ...pickDefined(input) };
}

/** Converts the fields of a create as `toRecordInput` does. Leaves out null destinations: there are none to clear. */
export function toNewRecordInput(body: Parameters<typeof toRecordInput>[0]): RecordInput {
  const { destinations, ...fields } = body;
  return toRecordInput({ ...fields, ...pickWritten({ destinations }) });
}

/** Returns the empty value for null, which clears a field. */
function emptied<T>(value: T | null | undefined, empty: T): T | undefined {
  return value === null ? empty : value;
}

/** Adds a spare id to a rule without id, which it gets unless the record already has the same rule. */
function toRuleInput({ id, ...rule }: WrittenRule): RuleInput {
  return id === null ? { ...rule, id, spareId: crypto.randomUUID().slice(0, 8) } : { ...rule, id };
}

function toPreview(preview: v.InferOutput<typeof previewField> | null): LinkPreview | null {
  if (preview === null) return null;
  return Object.fromEntries(Object.entries(preview).filter(([, value]) => value !== null && value !== ""));
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields that are neither absent nor null. */
export function pickWritten<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const written = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(written) as { [K in keyof T]?: NonNullable<T[K]> };
}

export function pickDefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
