import type { Hsts } from "../hsts.ts";
import type { Misses } from "../misses.ts";
import type { Proof } from "../proof-mode.ts";
import type { RoutingEnd } from "../routing-end.ts";

/**
 * A field is declared once, as plain data: `host.ts` and `record.ts` list them. Types, rows, writes, schemas and
 * answers follow from its kind: `storage/field.ts` has the column of a kind, `admin/schema/kind.ts` what a write
 * accepts of it and how an answer shows it. The texts of the API's document are in `scripts/openapi/property`.
 */
export interface Field {
  kind: Kind;
  /** Absent if the API does not show the field. */
  api?: string;
  /** Absent if the field is not stored by itself. */
  column?: string;
  /** The most characters of a text, or the largest number. */
  max?: number;
  /** The lowest role that may write the field; absent if owners do not write it. */
  role?: "editor" | "manager";
}

/** The type of a value in code, by kind. Moments are in milliseconds since 1970. */
export interface ValueOfKind {
  flag: boolean;
  text: string;
  texts: string[];
  moment: number;
  /** Null for none, as of all `optional-` kinds. */
  "optional-moment": number | null;
  "optional-text": string | null;
  "optional-count": number | null;
  /** A URL of the owner. The empty text clears it. */
  "optional-url": string | null;
  "optional-end": RoutingEnd | null;
  /** The name of a parameter of a query. */
  "optional-parameter": string | null;
  hsts: Hsts | null;
  misses: Misses;
  proof: Proof | null;
  /** Computed from other facts for answers. The schema and the serializer name it. */
  computed: never;
}

export type Kind = keyof ValueOfKind;

type Fields = Record<string, Field>;

/** The stored values of fields, by their names in code. */
export type ValuesOf<F extends Fields> = {
  [N in keyof F as F[N]["kind"] extends "computed" ? never : N]: ValueOfKind[F[N]["kind"]];
};

/** The values of a write. An absent field is not changed. */
export type ChangeOf<F extends Fields> = {
  [N in keyof F as F[N] extends { role: string } ? N : never]?: ValueOfKind[F[N]["kind"]];
};

type SettingsOf<F extends Fields> = { [N in keyof F as F[N] extends { role: string } ? N : never]: F[N] };

/** Returns the fields that owners write. */
export function pickSettings<F extends Fields>(fields: F): SettingsOf<F> {
  return Object.fromEntries(settingsOf(fields)) as SettingsOf<F>;
}

export function settingsOf<F extends Fields>(fields: F): [name: keyof SettingsOf<F>, field: Field][] {
  const entries = Object.entries(fields) as unknown as [name: keyof SettingsOf<F>, field: Field][];
  return entries.filter(([, { role }]) => role !== undefined);
}

/** Returns the values of fields that were never written. */
export function emptyValues<F extends Fields>(fields: F): ValuesOf<F> {
  const values = Object.entries(fields).map(([name, { kind }]) => [
    name,
    kind === "flag" ? false : emptyOf(kind),
  ]);
  return Object.fromEntries(values) as ValuesOf<F>;
}

/** Returns the value by which null clears a field of this kind; undefined if null counts as not written (9.19). */
export function emptyOf(kind: Kind): "" | null | undefined {
  if (kind === "text") return "";
  return kind === "hsts" || kind.startsWith("optional-") ? null : undefined;
}
