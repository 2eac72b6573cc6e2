import type { FILE_SENTENCES } from "./file-sentences.ts";
import type { SENTENCES } from "./sentences.ts";

/** Refusals and notices as codes with values (contract 9.23). What a code says in English stands in `sentences.ts`. */

type Sentences = typeof SENTENCES & typeof FILE_SENTENCES;

export type Code = keyof Sentences;

/** A value of a sentence. A refusal is a part of the sentence that has a code of its own. */
export type RefusalValue = string | number | Refusal;

export interface Refusal {
  code: Code;
  values?: Record<string, RefusalValue>;
}

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The values that the sentence of a code needs, as an argument that is absent where there are none. */
export type ValuesOf<C extends Code> = [Placeholders<Sentences[C]>] extends [never]
  ? []
  : [values: Record<Placeholders<Sentences[C]>, RefusalValue>];

export function refuse<C extends Code>(code: C, ...[values]: ValuesOf<C>): Refusal {
  return values === undefined ? { code } : { code, values };
}
