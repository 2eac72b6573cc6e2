import { createReasonFinder, type ReasonMatch } from "./reason-template.ts";
import { currentLanguage, readReasonTemplates, t, type TextKey } from "./text.ts";

/**
 * Translates what the API and the domain say in English into the language of the screen: reasons of refusals, notices
 * and warnings. A text is found by the English sentence. A sentence without a text stays English and is marked as
 * English.
 */

let templates: Readonly<Record<string, string>> | null = null;
let find = createReasonFinder({});
/** Keeps translated reasons, because lists repeat them. */
const said = new Map<string, string>();
/** The reasons without a text, for `langOf`. */
const english = new Set<string>();
const MAX_REMEMBERED = 500;

/** Returns a reason in the language of the screen if a text for it exists. */
export function sayReason(reason: string): string {
  if (reason === "" || currentLanguage() === "en") return reason;
  const current = readReasonTemplates();
  if (current !== templates) {
    templates = current;
    find = createReasonFinder(current);
    said.clear();
    english.clear();
  }
  const known = said.get(reason);
  if (known !== undefined) return known;
  if (said.size >= MAX_REMEMBERED) {
    said.clear();
    english.clear();
  }
  const found = find(reason);
  if (found === null) english.add(reason);
  const text = found === null ? reason : toText(found);
  said.set(reason, text);
  return text;
}

/** Returns `en` for an English reason on a screen of another language. */
export function langOf(said: string): "en" | undefined {
  return english.has(said) && currentLanguage() !== "en" ? "en" : undefined;
}

function toText({ key, values }: ReasonMatch): string {
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value !== "string") return [name, toText(value)];
    if (name === "words") return [name, sayWords(value)];
    return [name, name === "records" ? sayList(value) : value];
  });
  return t(key as TextKey, Object.fromEntries(entries) as Record<string, string>);
}

/** Returns the text of words that may as well be a name, which has no text. */
function sayWords(words: string): string {
  const found = find(words);
  return found === null ? words : toText(found);
}

/** Returns a list such as `A go.example.com 192.0.2.1 or a proxy …`, each entry in the language of the screen. */
function sayList(list: string): string {
  return list
    .split(/ (and|or) /)
    .map((entry, index) => (index % 2 === 0 ? sayWords(entry) : ` ${t(`reason.${entry as "and" | "or"}`)} `))
    .join("");
}
