/** Returns the number of Unicode code points of a text, which are the characters of JSON Schema. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Matches far more combining marks in a row than any script puts on a letter. */
const MARKS_WITHOUT_END = /\p{M}{31}/u;

/** Returns a text in NFC. Leaves a text with a long run of marks unchanged: sorting marks takes quadratic time. */
export function toNfc(text: string): string {
  return MARKS_WITHOUT_END.test(text) ? text : text.normalize("NFC");
}
