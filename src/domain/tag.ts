import { accepted, refused, type Parsed } from "./field-error.ts";
import { countCharacters, toNfc } from "./text.ts";

/** Tags: freeform labels (contract 11.14), trimmed, unique without regard to case, shown as first written. */

export const MAX_TAGS = 50;
const MAX_TAG_CHARACTERS = 64;

export function parseTag(text: string): Parsed<string> {
  const tag = toNfc(text.trim());
  const length = countCharacters(tag);
  if (length === 0) return refused("empty");
  if (length > MAX_TAG_CHARACTERS) return refused("too_long", { count: MAX_TAG_CHARACTERS });
  if (!tag.isWellFormed() || /[\x00-\x1f\x7f]/.test(tag)) return refused("has_control_characters");
  return accepted(tag);
}

export function foldTag(tag: string): string {
  return tag.toLowerCase();
}

export function withoutDuplicateTags(tags: string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const folded = foldTag(tag);
    return seen.has(folded) ? false : seen.add(folded);
  });
}
