/** The label of a change: what people know it by, such as the name of the imported file (contract 28.2). */

export const MAX_LABEL_CHARACTERS = 200;

/** Returns the name of a file as a label. */
export function toLabel(fileName: string): string {
  return [...fileName.toWellFormed()].slice(0, MAX_LABEL_CHARACTERS).join("");
}
