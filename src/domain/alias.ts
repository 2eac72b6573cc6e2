import { accepted, refused, type Parsed } from "./field-error.ts";
import { withoutSelectors } from "./path.ts";
import { countCharacters, toNfc } from "./text.ts";

/** Aliases of short links and QR codes (contract 2.11). */

const MAX_ALIAS_CHARACTERS = 30;

const ALLOWED = /^[\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}\p{Emoji_Component}\-_.~+!]+$/u;
/** Components of emoji that are plain ASCII but have a meaning in a URL. */
const STRUCTURE = /[#*]/;
/**
 * Matches a joiner that is not between two emoji, and a selector or tag that does not follow an emoji. A digit
 * counts as an emoji before the keycap.
 */
const STRAY =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})|(?<!\p{Extended_Pictographic}|[0-9](?=\ufe0f\u20e3))[\ufe0e\ufe0f]|(?<![\p{Extended_Pictographic}\ufe0f\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]/u;
/** Matches a visible character. Letters without a glyph, such as fillers, are ignorable as well. */
const VISIBLE = /[^\p{M}\p{Default_Ignorable_Code_Point}]/u;
const RESERVED = new Set(["robots.txt", "favicon.ico", ".well-known", "cdn-cgi"]);

/** Parses an alias into NFC, or returns why it is invalid. */
export function parseAlias(text: string): Parsed<string> {
  const spelled = toNfc(text);
  const alias = withoutSelectors(spelled);
  if (spelled === "") return refused("empty");
  if (countCharacters(alias) > MAX_ALIAS_CHARACTERS) {
    return refused("too_long", { count: MAX_ALIAS_CHARACTERS });
  }
  if (!spelled.isWellFormed() || !ALLOWED.test(spelled) || STRUCTURE.test(spelled)) {
    return refused("alias_characters");
  }
  if (/^\p{M}/u.test(spelled)) return refused("begins_with_combining_mark");
  if (STRAY.test(spelled)) return refused("has_stray_joiner");
  if (!VISIBLE.test(spelled)) return refused("nothing_visible");
  if (alias === "." || alias === "..") return refused("dot_segment");
  if (alias.endsWith("+")) return refused("alias_plus");
  if (alias.toLowerCase().endsWith(".qr")) return refused("alias_qr");
  if (RESERVED.has(alias.toLowerCase())) return refused("reserved");
  return accepted(alias);
}

const GENERATED_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
export const GENERATED_ALIAS_LENGTH = 6;

/** Generates a random alias without look-alike characters. `random` returns numbers in [0, 1). */
export function generateAlias(length: number, random: () => number): string {
  let alias = "";
  while (alias.length < length) {
    alias += GENERATED_ALPHABET[Math.floor(random() * GENERATED_ALPHABET.length)];
  }
  return alias;
}
