import { countCharacters } from "../text.ts";

/** Returns why a value is not a text of at most `maxCharacters`; null if it is one. */
export function parseText(value: unknown, maxCharacters: number): string | null {
  if (typeof value !== "string") return "must be a string";
  if (!value.isWellFormed()) return "is not valid Unicode";
  return countCharacters(value) > maxCharacters ? `must have at most ${maxCharacters} characters` : null;
}
