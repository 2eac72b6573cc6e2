/** Lengths in this product count Unicode code points: what a person, and JSON Schema, calls a character. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Far more combining marks in a row than any script puts on a letter. */
const MARKS_WITHOUT_END = /\p{M}{31}/u;

/** Text in NFC. What is no text stays as it is: putting a long run of marks in order takes quadratic time. */
export function toNfc(text: string): string {
  return MARKS_WITHOUT_END.test(text) ? text : text.normalize("NFC");
}
