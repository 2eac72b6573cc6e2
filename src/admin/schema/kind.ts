import * as v from "valibot";
import { emptyOf, settingsOf, type ChangeOf, type Field } from "../../domain/field/field.ts";
import { MAX_HSTS_SECONDS } from "../../domain/hsts.ts";
import { parseClickIdParam } from "../../domain/click-id.ts";
import { MISSES } from "../../domain/misses.ts";
import { PROOFS } from "../../domain/proof-mode.ts";
import type { RoutingEnd } from "../../domain/routing-end.ts";
import { formatTimestamp, parseTimestamp } from "../../domain/timestamp.ts";
import {
  booleanField,
  destinationField,
  fallbackField,
  momentField,
  objectOf,
  parseWith,
  stringField,
  textOf,
  message,
  oneOf,
} from "./field.ts";
import { nullableRoutingEnd, nullableTimestamp, timestamp } from "./part.ts";

/** The kinds of fields in the API: what a write accepts, and what an answer shows. */

type Fields = Record<string, Field>;
type ApiName<F extends Field> = F extends { api: infer Name extends string } ? Name : never;
type Named<Kinds, K> = K extends keyof Kinds ? Kinds[K] : v.UnknownSchema;

const SHOWN = {
  flag: v.boolean(),
  text: v.string(),
  texts: v.array(v.string()),
  moment: timestamp,
  "optional-moment": nullableTimestamp,
  "optional-count": v.nullable(v.number()),
  "optional-text": v.nullable(v.string()),
  "optional-url": v.nullable(v.string()),
  "optional-parameter": v.nullable(v.string()),
  "optional-end": nullableRoutingEnd,
  hsts: v.nullable(v.object({ max_age: v.number(), include_subdomains: v.boolean() })),
  misses: v.picklist(MISSES),
  proof: v.nullable(v.picklist(PROOFS)),
};

/** Returns the shapes of fields in answers, by their names in the API. */
export function shapesOf<F extends Fields>(
  fields: F,
): { [N in keyof F as ApiName<F[N]>]: Named<typeof SHOWN, F[N]["kind"]> } {
  const shown = Object.values(fields).flatMap(({ api, kind }) =>
    api === undefined ? [] : [[api, SHOWN[kind as keyof typeof SHOWN] ?? v.unknown()]],
  );
  return Object.fromEntries(shown) as ReturnType<typeof shapesOf<F>>;
}

const WRITTEN = {
  flag: booleanField,
  text: stringField,
  "optional-moment": momentField,
  "optional-count": v.pipe(v.number(message("not_number")), v.integer(message("not_whole_number"))),
  "optional-url": fallbackField,
  "optional-parameter": v.pipe(textOf(30), parseWith(parseClickIdParam)),
  "optional-end": v.pipe(
    objectOf(
      { at: v.pipe(stringField, parseWith(parseTimestamp)), destination: destinationField },
      message("not_routing_end"),
    ),
    v.transform(({ at, destination }): RoutingEnd => ({ atMs: at, destination })),
  ),
  hsts: objectOf(
    {
      max_age: v.pipe(
        v.number(message("not_number")),
        v.integer(message("not_whole_number")),
        v.minValue(0, message("below_zero")),
        v.maxValue(MAX_HSTS_SECONDS, message("too_high", { count: MAX_HSTS_SECONDS })),
      ),
      include_subdomains: v.optional(booleanField, false),
    },
    message("not_hsts"),
  ),
  misses: oneOf(MISSES),
};
type Written<K> = K extends keyof typeof WRITTEN
  ? v.OptionalSchema<v.NullableSchema<(typeof WRITTEN)[K], undefined>, undefined>
  : never;

/** Returns what a write accepts of a field, within its limit. */
function writtenField({ kind, max = Infinity }: Field): v.GenericSchema {
  if (kind === "text") return textOf(max);
  if (kind !== "optional-count") return WRITTEN[kind as keyof typeof WRITTEN];
  return v.pipe(
    WRITTEN[kind],
    v.minValue(1, message("below_one")),
    v.maxValue(max, message("too_high", { count: max })),
  );
}

/** Returns what a write accepts of the fields that owners write, by their names in the API. */
export function writtenFields<F extends Fields>(
  fields: F,
): { [N in keyof F as F[N] extends { role: string } ? ApiName<F[N]> : never]: Written<F[N]["kind"]> } {
  const written = settingsOf(fields).map(([, field]) => [
    field.api,
    v.optional(v.nullable(writtenField(field))),
  ]);
  return Object.fromEntries(written) as ReturnType<typeof writtenFields<F>>;
}

/** Converts the fields of a write. Null clears a field that can be empty, as the empty text clears a URL. */
export function toChange<F extends Fields>(fields: F, body: object): ChangeOf<F> {
  const given = body as Record<string, unknown>;
  const change = settingsOf(fields).flatMap(([name, { api = "", kind }]) => {
    const isCleared = given[api] === null || (given[api] === "" && kind === "optional-url");
    const value = isCleared ? emptyOf(kind) : given[api];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(change) as ChangeOf<F>;
}

export function showValue({ kind }: Field, value: unknown): unknown {
  if (kind === "optional-end") return showEnd((value ?? null) as RoutingEnd | null);
  return kind.endsWith("moment") && value !== undefined ? formatTimestamp(value as number | null) : value;
}

export function showEnd(end: RoutingEnd | null): { at: string; destination: string } | null {
  return end && { at: formatTimestamp(end.atMs), destination: end.destination };
}

/** Returns the stored fields as an answer shows them. */
export function showFields<F extends Fields>(
  fields: F,
  values: object,
): {
  [N in keyof F as F[N] extends { column: string } ? ApiName<F[N]> : never]: v.InferOutput<
    Named<typeof SHOWN, F[N]["kind"]>
  >;
} {
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    const { api } = field;
    if (api === undefined) return [];
    return [[api, showValue(field, (values as Record<string, unknown>)[name])]];
  });
  return Object.fromEntries(shown) as ReturnType<typeof showFields<F>>;
}
