/** The suggestions for a typed text, and the value that the text means. */

export interface Choices {
  /** The values, in the order in which they are offered. */
  values: readonly string[];
  /** Says whether only these values, and what `parse` understands, are accepted. */
  isClosed?: boolean;
  /** Returns what people read in place of a value. */
  nameOf?: (value: string) => string;
  /** Returns other words for a value. */
  wordsOf?: (value: string) => readonly string[];
  /** Says why a text that means no value is refused; empty if that is said elsewhere. */
  refuse?: (text: string) => string;
  /** Returns the value that a text without a suggestion means; null for none. */
  parse?: (text: string) => string | null;
}

/** Returns the values whose name or other word has the text in it, the best match first. */
export function findSuggestions(choices: Choices, typed: string): string[] {
  const wanted = fold(typed);
  return choices.values
    .map((value) => ({
      value,
      rank: Math.min(...textsOf(choices, value).map((text) => rankOf(fold(text), wanted))),
    }))
    .filter(({ rank }) => rank < NONE)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/**
 * Returns the value that a text means: a suggestion by any of its words, the only one that is left, or what else is
 * understood. Null for none.
 * @param left the suggestions that the text leaves
 */
export function findMeant(choices: Choices, typed: string, left: readonly string[]): string | null {
  const text = typed.trim();
  const isSame = (word: string) => word.toLowerCase() === text.toLowerCase();
  const named = choices.values.find((value) => textsOf(choices, value).some(isSame));
  if (named !== undefined) return named;
  if (choices.isClosed !== true) return text;
  return choices.parse?.(text) ?? (left.length === 1 ? (left[0] ?? null) : null);
}

function textsOf({ nameOf, wordsOf }: Choices, value: string): string[] {
  return [value, ...(nameOf ? [nameOf(value)] : []), ...(wordsOf?.(value) ?? [])];
}

const NONE = 4;

/** Ranks a text that is the wanted one, begins with it, has a word that does, or holds it. */
function rankOf(text: string, wanted: string): number {
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.includes(` ${wanted}`)) return 2;
  return text.includes(wanted) ? 3 : NONE;
}

/** Returns a text without what people leave out when they search: accents and capitals. */
function fold(text: string): string {
  return text.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
