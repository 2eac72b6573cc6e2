import { foldCase, MAX_PATH_CHARACTERS } from "../path.ts";

/** A path in the forms by which pages are compared. */
export interface PageName {
  /** Without regard to letter case, slashes, an index file and the ending of a file. */
  plain: string;
  /** The same without accents, and with one separator between words. */
  words: string;
  /** The last segment of `words`. */
  tail: string;
  /** The words of the segments before the last. */
  parents: Set<string>;
}

/** Files that stand for their folder, and endings that programs of web servers add. */
const INDEX_FILE = /\/(?:index|default|home)(?:\.\w{2,5})?$/;
const ENDING = /\.(?:x?html?|shtml|php\d?|aspx?|jspx?|cfm|do)$/;
/** What is left over where a link was cut out of a text. */
const PUNCTUATION = ".,;:!?)]}>\"'`*…»";

/** Reads the beginning of a canonical path: none of a source is longer. */
export function toPageName(path: string): PageName {
  const plain =
    withoutPunctuation(foldCase(path.slice(0, MAX_PATH_CHARACTERS)).replace(/\/{2,}/g, "/"))
      .replace(INDEX_FILE, "")
      .replace(/\/$/, "")
      .replace(ENDING, "") || "/";
  const words = toWords(plain);
  const cut = words.lastIndexOf("/");
  const parents = words.slice(0, Math.max(cut, 0)).split(/[/-]/);
  return { plain, words, tail: words.slice(cut + 1), parents: new Set(parents.filter(Boolean)) };
}

function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 1 && PUNCTUATION.includes(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

function toWords(plain: string): string {
  return plain
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/:/g, "/")
    .replace(/[^\p{L}\p{N}/]+/gu, "-")
    .replace(/-?\/-?/g, "/")
    .replace(/-$/, "");
}
