import * as v from "valibot";
import { PLANS, type Plan } from "../../domain/plan.ts";

/** The parts that shapes of several resources share. */

export const id = v.pipe(v.string(), v.metadata({ format: "uuid" }));
export const timestamp = v.pipe(v.string(), v.metadata({ format: "date-time" }));
export const nullableTimestamp = v.nullable(timestamp);

/** The JSON Schema of a share from 0 to 1. */
/** A number that need not be whole. */
export const DECIMAL = { type: "number", minimum: 0 };
export const FRACTION = { type: "number", minimum: 0, maximum: 1 };

export const Person = v.object({ id, name: v.string() });

export const CursorShape = v.object({
  current: v.nullable(v.string()),
  prev: v.nullable(v.string()),
  next: v.nullable(v.string()),
  count: v.number(),
});

/** The code of a text in an answer, with the values that stand in it (contract 9.23). */
export const CodeShape = v.object({ code: v.string(), values: v.record(v.string(), v.unknown()) });
export const CodesShape = v.record(v.string(), v.array(CodeShape));

export const CHANNELS = ["api", "dashboard", "import", "change", "system", "yourls"] as const;
export const MONITOR_STATES = ["off", "pending", "healthy", "broken"] as const;
export const PLAN_NAMES = Object.keys(PLANS) as Plan[];

export function numbers<Name extends string>(...names: Name[]): Record<Name, v.NumberSchema<undefined>> {
  return Object.fromEntries(names.map((name) => [name, v.number()])) as ReturnType<typeof numbers<Name>>;
}

/** The envelope of creates. */
export function collectionOf<S extends v.GenericSchema>(item: S) {
  return v.object({ data: v.array(item) });
}

/** The envelope of paginated lists. */
export function pageOf<S extends v.GenericSchema>(item: S) {
  return v.object({ data: v.array(item), meta: v.object({ cursor: CursorShape }) });
}

/** The envelope of lists that tell how many items there are in all. */
export function countedPageOf<S extends v.GenericSchema>(item: S) {
  const cursor = v.object({ ...CursorShape.entries, ...numbers("total") });
  return v.object({ data: v.array(item), meta: v.object({ cursor }) });
}

export const nullableRoutingEnd = v.nullable(v.object({ at: timestamp, destination: v.string() }));
