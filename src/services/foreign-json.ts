import * as v from "valibot";

/**
 * Parts of schemas for JSON of other services. A value that is missing, or has another type, is empty: the
 * rest of the answer is still worth reading.
 */

export const text = v.fallback(v.string(), "");

/** Reads what the schema takes, else null. */
export function orNull<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.nullable(schema), null);
}

/** Reads the items of an array that the schema takes, and leaves the others out. */
export function itemsOf<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(
    v.fallback(v.array(orNull(item)), []),
    v.transform((items) => items.filter((one): one is v.InferOutput<Item> & {} => one !== null)),
  );
}

/** Parses JSON; null if the text is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
