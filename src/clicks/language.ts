/** Matches a primary language subtag of two or three letters at the beginning of a language range. */
const LANGUAGE = /^\s*([a-z]{2,3})(?![a-z\d])/i;

/**
 * Returns the first language in the header `Accept-Language`: two or three lower-case letters without region;
 * empty if there is none.
 */
export function toLanguage(header: string): string {
  return LANGUAGE.exec(header)?.[1]?.toLowerCase() ?? "";
}
