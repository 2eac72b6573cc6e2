import { refuse, type Code, type Refusal, type ValuesOf } from "../../domain/refusal/refusal.ts";
import * as v from "valibot";
import { accepted, type Parsed } from "../../domain/field-error.ts";
import { parseDestination } from "../../domain/destination.ts";
import { countCharacters } from "../../domain/text.ts";
import { parseTimestamp } from "../../domain/timestamp.ts";

/** Returns a refusal as the text that valibot carries as the message of an issue. */
export function message<C extends Code>(code: C, ...values: ValuesOf<C>): string {
  return toMessage(refuse(code, ...values));
}

export function toMessage(reason: Refusal): string {
  return JSON.stringify(reason);
}

/** A schema without a message of its own has one of valibot's. */
export function fromMessage(text: string): Refusal {
  return text.startsWith("{") ? (JSON.parse(text) as Refusal) : refuse("not_valid");
}

/** Returns an action that parses a field by a function of the domain, whose reason becomes the field's error. */
export function parseWith<Input, Output>(parse: (input: Input) => Parsed<Output>) {
  return v.rawTransform<Input, Output>(({ dataset, addIssue, NEVER }) => {
    const parsed = parse(dataset.value);
    if (parsed.ok) return parsed.value;
    addIssue({ message: toMessage(parsed.reason) });
    return NEVER;
  });
}

/** Returns the schema of a text with a maximum of characters, counted as Unicode code points. */
export function textOf(maxCharacters: number) {
  return v.pipe(
    v.string(message("not_string")),
    v.check((text) => text.isWellFormed(), message("not_unicode")),
    v.check((text) => countCharacters(text) <= maxCharacters, message("too_long", { count: maxCharacters })),
    v.metadata({ maxLength: maxCharacters }),
  );
}

/** Returns the schema of a text that must be one of some. */
export function oneOf<const Names extends readonly string[]>(names: Names) {
  return v.picklist(names, message("not_one_of", { names: names.join(", ") }));
}

export const booleanField = v.boolean(message("not_boolean"));
export const stringField = v.string(message("not_string"));
export const destinationField = v.pipe(stringField, parseWith(parseDestination));
/** A URL of the owner. The empty text clears it. */
export const fallbackField = v.union([v.literal(""), destinationField], message("not_http_url"));

/** A moment. The empty text clears it. */
export const momentField = v.pipe(
  stringField,
  parseWith((text: string) => (text === "" ? accepted(null) : parseTimestamp(text))),
);

export const UNKNOWN_FIELD: Refusal = refuse("not_a_field");

/** Returns the schema of an object. It refuses arrays, unlike those of valibot, and names every unknown member. */
export function objectOf<Entries extends v.ObjectEntries>(
  entries: Entries,
  text: string,
  unknown = UNKNOWN_FIELD,
) {
  const schema = { ...v.object(entries, text), type: "strict_object" };
  const run: (typeof schema)["~run"] = (dataset, config) => {
    const { value: input } = dataset;
    const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
    const names = isObject ? Object.keys(input).filter((name) => !Object.hasOwn(entries, name)) : [];
    const result = schema["~run"](isObject ? dataset : { value: null }, config);
    for (const key of names) {
      const item = { type: "unknown", origin: "key", input, key, value: undefined } as const;
      // oxlint-disable-next-line no-underscore-dangle -- the schemas of valibot add theirs by it
      v._addIssue(schema, "key", result, config, { message: toMessage(unknown), path: [item] });
    }
    return result;
  };
  return { ...schema, "~run": run };
}

/** Returns the schema of filters, which must be known. */
export function filterOf<Entries extends v.ObjectEntries>(entries: Entries) {
  return objectOf(entries, message("not_object"), refuse("not_a_filter"));
}

/** Returns the schema of an array. If the array is too long, only that is reported, and no item is parsed. */
export function listOf<Item extends v.GenericSchema>(item: Item, maxItems: number, text: string) {
  const schema = v.array(item, text);
  const tooLong = v.pipe(
    v.array(v.unknown()),
    v.maxLength(maxItems, message("too_many_entries", { count: maxItems })),
  );
  const run: (typeof schema)["~run"] = (dataset, config) =>
    Array.isArray(dataset.value) && dataset.value.length > maxItems
      ? tooLong["~run"](dataset, config)
      : schema["~run"](dataset, config);
  return v.pipe({ ...schema, "~run": run }, v.metadata({ maxItems }));
}

/** Returns the schema of an object with any member names. It refuses arrays, unlike `v.record`. */
export function recordOf<Value extends v.GenericSchema<unknown, string>>(value: Value, text: string) {
  const isObject = (input: unknown) => typeof input === "object" && input !== null && !Array.isArray(input);
  return v.pipe(v.unknown(), v.check(isObject, text), v.record(v.string(), value, text));
}
