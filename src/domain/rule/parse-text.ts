import { refuse, type Refusal } from "../refusal/refusal.ts";
import { countCharacters } from "../text.ts";

/** Returns why a value is not a text of at most `maxCharacters`; null if it is one. */
export function parseText(value: unknown, maxCharacters: number): Refusal | null {
  if (typeof value !== "string") return refuse("not_string");
  if (!value.isWellFormed()) return refuse("not_unicode");
  return countCharacters(value) > maxCharacters ? refuse("too_long", { count: maxCharacters }) : null;
}
