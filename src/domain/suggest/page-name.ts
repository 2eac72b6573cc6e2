import { foldCase, MAX_PATH_CHARACTERS } from "../path.ts";

export interface PageName {
  /** The path without letter case, extra slashes, index file and file ending. */
  plain: string;
  /** The same path without accents, and with one separator between words. */
  words: string;
  /** The last segment of `words`. */
  tail: string;
  /** The segment before the last; empty without one. */
  parent: string;
  /** The words of the segments before the last. */
  parents: Set<string>;
}

/** Match the files that stand for their folder, and the endings that web servers' programs add. */
const INDEX_FILE = /\/(?:index|default|home)(?:\.\w{2,5})?$/;
const ENDING = /\.(?:x?html?|shtml|php\d?|aspx?|jspx?|cfm|do)$/;
/** Characters that may follow a link that was copied from a text. */
const PUNCTUATION = ".,;:!?)]}>\"'`*…»";

/** Returns the forms of a canonical path. Reads only its beginning, as long as the path of a source may be. */
export function toPageName(path: string): PageName {
  const plain =
    withoutPunctuation(foldCase(path.slice(0, MAX_PATH_CHARACTERS)).replace(/\/{2,}/g, "/"))
      .replace(INDEX_FILE, "")
      .replace(/\/$/, "")
      .replace(ENDING, "") || "/";
  const words = toWords(plain);
  const cut = words.lastIndexOf("/");
  const folder = words.slice(0, Math.max(cut, 0));
  return {
    plain,
    words,
    tail: words.slice(cut + 1),
    parent: folder.slice(folder.lastIndexOf("/") + 1),
    parents: new Set(folder.split(/[/-]/).filter(Boolean)),
  };
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
