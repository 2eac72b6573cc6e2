import type { Field, Kind, ValueOfKind, ValuesOf } from "../domain/field/field.ts";
import { HSTS_TAKEN_BACK, type Hsts } from "../domain/hsts.ts";
import type { Misses } from "../domain/misses.ts";
import type { RoutingEnd } from "../domain/routing-end.ts";

/** The columns of fields: how a value of each kind is stored. */

interface Codec<Value, Stored> {
  toColumn(value: Value): Stored;
  toValue(stored: Stored): Value;
}

const codec = <Value, Stored>(
  toColumn: (value: Value) => Stored,
  toValue: (stored: Stored) => Value,
): Codec<Value, Stored> => ({ toColumn, toValue });

const plain = <Value>() =>
  codec<Value, Value>(
    (value) => value,
    (stored) => stored,
  );

const CODECS = {
  flag: codec(Number as (value: boolean) => number, (stored) => stored === 1),
  text: plain<string>(),
  texts: codec(JSON.stringify as (value: string[]) => string, (stored) => JSON.parse(stored) as string[]),
  moment: plain<number>(),
  "optional-moment": plain<number | null>(),
  "optional-count": plain<number | null>(),
  "optional-text": plain<string | null>(),
  "optional-url": plain<string | null>(),
  "optional-parameter": plain<string | null>(),
  "optional-end": codec(
    (end: RoutingEnd | null): string | null => (end === null ? null : JSON.stringify(end)),
    (text) => (text === null ? null : (JSON.parse(text) as RoutingEnd)),
  ),
  hsts: codec((hsts: Hsts | null): string | null => JSON.stringify(hsts ?? HSTS_TAKEN_BACK), toHsts),
  misses: codec(
    (misses: Misses) => (misses === "unmatched" ? null : misses),
    (stored) => stored ?? "unmatched",
  ),
  proof: plain<ValueOfKind["proof"]>(),
};
type StoredKind = keyof typeof CODECS;
export type StoredOfKind = { [K in StoredKind]: ReturnType<(typeof CODECS)[K]["toColumn"]> };

type Fields = Record<string, Field>;
type ColumnOf<F extends Field> = F extends { column: infer Column extends string } ? Column : never;
type Stored<K extends Kind> = K extends StoredKind ? StoredOfKind[K] : never;

export type RowOf<F extends Fields> = { [N in keyof F as ColumnOf<F[N]>]: Stored<F[N]["kind"]> };

/** HSTS of zero seconds was switched off. */
function toHsts(text: string | null): Hsts | null {
  const hsts = text === null ? null : (JSON.parse(text) as Hsts);
  return hsts === null || hsts.max_age === 0 ? null : hsts;
}

export function codecOf({ kind }: Field): Codec<unknown, unknown> {
  return CODECS[kind as StoredKind];
}

export function toValues<F extends Fields>(fields: F, row: RowOf<F>): ValuesOf<F> {
  const stored = Object.entries(fields).filter(([, { column }]) => column !== undefined);
  const values = stored.map(([name, field]) => [
    name,
    codecOf(field).toValue(row[field.column as keyof RowOf<F>]),
  ]);
  return Object.fromEntries(values) as ValuesOf<F>;
}

export function toColumn(field: Field, value: unknown): unknown {
  return codecOf(field).toColumn(value);
}
