/** Lengths in this product count Unicode code points: what a person, and JSON Schema, calls a character. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
