import * as v from "valibot";
import type { Parsed } from "../../domain/field-error.ts";
import { countCharacters } from "../../domain/text.ts";

/** Returns an action that parses a field by a function of the domain, whose reason becomes the field's error. */
export function parseWith<Input, Output>(parse: (input: Input) => Parsed<Output>) {
  return v.rawTransform<Input, Output>(({ dataset, addIssue, NEVER }) => {
    const parsed = parse(dataset.value);
    if (parsed.ok) return parsed.value;
    addIssue({ message: parsed.reason });
    return NEVER;
  });
}

/** Returns the schema of a text with a maximum of characters, counted as Unicode code points. */
export function textOf(maxCharacters: number) {
  return v.pipe(
    v.string("must be a string"),
    v.check((text) => text.isWellFormed(), "is not valid Unicode"),
    v.check(
      (text) => countCharacters(text) <= maxCharacters,
      `must have at most ${maxCharacters} characters`,
    ),
    v.metadata({ maxLength: maxCharacters }),
  );
}

export const booleanField = v.boolean("must be true or false");
export const stringField = v.string("must be a string");

/** The reason for an unknown field. */
export const UNKNOWN_FIELD = "is not a field of this endpoint";

/**
 * Returns the schema of an object. It refuses arrays, unlike `v.object`, and names every unknown member,
 * unlike `v.strictObject`.
 */
export function objectOf<Entries extends v.ObjectEntries>(entries: Entries, message: string) {
  const schema = v.objectWithRest(entries, v.never(UNKNOWN_FIELD), message);
  const run: (typeof schema)["~run"] = (dataset, config) =>
    schema["~run"](Array.isArray(dataset.value) ? { value: null } : dataset, config);
  return { ...schema, "~run": run };
}

/** Returns the schema of an array. If the array is too long, only that is reported, and no item is parsed. */
export function listOf<Item extends v.GenericSchema>(
  item: Item,
  maxItems: number,
  message: string,
): v.ArraySchema<Item, string> {
  const schema = v.array(item, message);
  const tooLong = v.pipe(
    v.array(v.unknown()),
    v.maxLength(maxItems, `must have at most ${maxItems} entries`),
  );
  const run: (typeof schema)["~run"] = (dataset, config) =>
    Array.isArray(dataset.value) && dataset.value.length > maxItems
      ? tooLong["~run"](dataset, config)
      : schema["~run"](dataset, config);
  return { ...schema, "~run": run };
}

/** Returns the schema of an object with any member names. It refuses arrays, unlike `v.record`. */
export function recordOf<Value extends v.GenericSchema<unknown, string>>(value: Value, message: string) {
  const isObject = (input: unknown) => typeof input === "object" && input !== null && !Array.isArray(input);
  return v.pipe(v.custom<Record<string, unknown>>(isObject, message), v.record(v.string(), value, message));
}
