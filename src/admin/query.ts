import { refuse } from "../domain/refusal/refusal.ts";
import type * as v from "valibot";
import { addFieldError, type FieldErrors } from "../domain/field-error.ts";
import { invalid } from "../services/result.ts";
import { toDraft, type ObjectSchema } from "./body.ts";
import { toHttpError } from "./error.ts";

/** Parses query parameters. `filter[name]=value` becomes the object `filter`. */

const UNKNOWN_PARAMETER = refuse("not_a_parameter");
const MEMBER = /^([a-z_]+)\[(.*)\]$/s;

/** Parses the query into nested values. Empty ones count as absent. Throws HttpError 422 with every invalid one. */
export function readQuery<S extends ObjectSchema>(parameters: URLSearchParams, schema: S): v.InferOutput<S> {
  const errors = bare<FieldErrors>();
  const values = nest(parameters, schema, errors);
  const draft = toDraft(values, schema);
  for (const [field, reasons] of Object.entries(draft.errors)) {
    for (const reason of reasons) addFieldError(errors, field, reason);
  }
  if (Object.keys(errors).length > 0) throw toHttpError(invalid(errors).error);
  return draft.fields;
}

type Nested = Record<string, string | Record<string, string>>;

function nest(parameters: URLSearchParams, { entries }: ObjectSchema, errors: FieldErrors): Nested {
  const values = bare<Nested>();
  const given = new Map<string, { value: string; isRepeated: boolean }>();
  for (const [name, value] of parameters) {
    given.set(name, { value: given.get(name)?.value ?? value, isRepeated: given.has(name) });
  }
  for (const [name, { value, isRepeated }] of given) {
    const [, object, member] = MEMBER.exec(name) ?? [];
    const field = object === undefined ? name : `${object}.${member}`;
    if (!Object.hasOwn(entries, object ?? name)) {
      addFieldError(errors, field, UNKNOWN_PARAMETER);
      continue;
    }
    if (isRepeated) addFieldError(errors, field, refuse("given_twice"));
    if (value === "") continue;
    if (object === undefined || member === undefined) {
      values[name] = value;
    } else {
      const known = values[object];
      const members = typeof known === "object" ? known : bare<Record<string, string>>();
      members[member] = value;
      values[object] = members;
    }
  }
  return values;
}

/** Returns an object without a prototype, so that a parameter may be called `__proto__`. */
function bare<T extends object>(): T {
  return Object.create(null) as T;
}
