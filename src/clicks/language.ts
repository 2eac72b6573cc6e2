import { preferredLanguage } from "../domain/rule/condition/language.ts";
import { isSentList, LIST_CHARACTERS } from "./sent-language.ts";

/** Matches a primary language subtag of two or three letters at the beginning of a language range. */
const LANGUAGE = /^\s*([a-z]{2,3})(?![a-z\d])/i;

/**
 * Returns the language that rules compare (contract 23.4), of the text that a click carries: two or three lower-case
 * letters without region; empty if there is none.
 */
export function toLanguage(text: string): string {
  const [preferred = ""] = isSentList(text) ? preferredLanguage(withoutCut(text)) : [text];
  return LANGUAGE.exec(preferred)?.[1]?.toLowerCase() ?? "";
}

/** Returns a list without the range that may be cut. */
function withoutCut(list: string): string {
  return list.length < LIST_CHARACTERS ? list : list.slice(0, list.lastIndexOf(",") + 1);
}
