/** Counts the Unicode code points of a text: what a person, and JSON Schema, calls a character. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Far more combining marks in a row than any script puts on a letter. */
const MARKS_WITHOUT_END = /\p{M}{31}/u;

/** Returns a text in NFC. One with a long run of marks stays as it is: sorting them takes quadratic time. */
export function toNfc(text: string): string {
  return MARKS_WITHOUT_END.test(text) ? text : text.normalize("NFC");
}
