import { accepted, refused } from "../../field-error.ts";
import { parseList, type Condition } from "../condition.ts";
import { memoizeText } from "../../memoize-text.ts";

export const MAX_LANGUAGES = 50;
export const TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,5}$/i;

export const language: Condition<string[], string[]> = {
  parse: (value, report) =>
    parseList(value, report, MAX_LANGUAGES, (text) => {
      const [tag] = TAG.test(text) ? canonical(text) : [];
      return tag === undefined ? refused("not_language_tag") : accepted(tag);
    }),
  compile: (tags) => tags.map((tag) => tag.toLowerCase()),
  holds(tags, visit) {
    const spellings = preferredLanguage(visit.header("Accept-Language") ?? "");
    return tags.some((tag) => spellings.some((spelling) => beginsWith(spelling, tag)));
  },
};

/** Returns whether a language is the one that a tag names, or a variant of it. */
function beginsWith(spelling: string, tag: string): boolean {
  return spelling.startsWith(tag) && (spelling.length === tag.length || spelling[tag.length] === "-");
}

function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/**
 * Returns the forms of the language that a visitor prefers most (highest q, then first), in lower case: as it
 * was sent, with its most likely script, and without a script. Empty if there is none.
 */
export const preferredLanguage = memoizeText((header): string[] => {
  let best: string | null = null;
  let bestQuality = 0;
  for (const entry of header.split(",")) {
    const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const quality = qualityOf(parameters);
    if (TAG.test(tag) && quality > bestQuality) {
      best = tag;
      bestQuality = quality;
    }
  }
  return best === null ? [] : spellingsOf(best);
});

function qualityOf(parameters: string[]): number {
  const text = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (text === undefined) return 1;
  const quality = Number(text.slice(text.indexOf("=") + 1));
  return quality >= 0 && quality <= 1 ? quality : 0;
}

function spellingsOf(tag: string): string[] {
  const sent = tag.toLowerCase();
  try {
    const locale = new Intl.Locale(tag);
    const { language: name, region } = locale;
    const script = locale.script ?? locale.maximize().script;
    const rest = region === undefined ? "" : `-${region}`;
    const spellings = [locale.toString(), `${name}-${script}${rest}`, `${name}${rest}`];
    return [...new Set([sent, ...spellings.map((spelling) => spelling.toLowerCase())])];
  } catch {
    return [sent];
  }
}
