import * as v from "valibot";

/** Parts that shapes of several resources have in common. */

export const id = v.pipe(v.string(), v.metadata({ format: "uuid" }));
export const timestamp = v.pipe(v.string(), v.metadata({ format: "date-time" }));
export const nullableTimestamp = v.nullable(timestamp);

/** What the document says of a number that is no whole one. */
export const FRACTION = { type: "number", minimum: 0, maximum: 1 };

export const Person = v.object({ id, name: v.string() });

export const CursorShape = v.object({
  current: v.nullable(v.string()),
  prev: v.nullable(v.string()),
  next: v.nullable(v.string()),
  count: v.pipe(v.number(), v.description("Rows in this page.")),
});
