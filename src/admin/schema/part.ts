import * as v from "valibot";

/** The parts that shapes of several resources share. */

export const id = v.pipe(v.string(), v.metadata({ format: "uuid" }));
export const timestamp = v.pipe(v.string(), v.metadata({ format: "date-time" }));
export const nullableTimestamp = v.nullable(timestamp);

/** The JSON Schema of a share from 0 to 1. */
export const FRACTION = { type: "number", minimum: 0, maximum: 1 };

export const Person = v.object({ id, name: v.string() });

export const CursorShape = v.object({
  current: v.nullable(v.string()),
  prev: v.nullable(v.string()),
  next: v.nullable(v.string()),
  count: v.number(),
});
