import * as v from "valibot";

/**
 * Parts of schemas for JSON of other services. A value that is missing or has another type is empty, because
 * the rest of the answer is still useful.
 */

export const text = v.fallback(v.string(), "");

export function orNull<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.nullable(schema), null);
}

/** Parses the items of an array that the schema accepts. Leaves the others out. */
export function itemsOf<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(
    v.fallback(v.array(orNull(item)), []),
    v.transform((items) => items.filter((one): one is v.InferOutput<Item> & {} => one !== null)),
  );
}

export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
