/** How much of the header `Accept-Language` a click carries. The consumer chooses the language (`language.ts`). */

/** Enough for the first language. */
const FIRST_CHARACTERS = 12;
/** The most characters of a list. A range that reaches the last of them may be cut. */
export const LIST_CHARACTERS = 64;

/**
 * Returns the text that a click carries: of a list, or of a language with a weight, more than of a language alone.
 * @param header at most `LIST_CHARACTERS` of it
 */
export function toSentLanguage(header: string): string {
  // A short list gets spaces, because the previous release cuts lists after 12 characters.
  return /[,q]/i.test(header) ? header.padEnd(FIRST_CHARACTERS + 1) : header.slice(0, FIRST_CHARACTERS);
}

/** Returns whether a text has more than the beginning of a header that any release sends. */
export function isSentList(text: string): boolean {
  return text.length > FIRST_CHARACTERS;
}
