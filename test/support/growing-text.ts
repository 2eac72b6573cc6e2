/**
 * Texts that grow a hundredfold: a rule whose time grows with the square of the length, or faster, does
 * not come to their end within a test's time.
 */

export const PATTERNS = [
  " ",
  "\t\n",
  ".",
  "%",
  "a-",
  "/",
  "a",
  "0",
  "-",
  "a.",
  ":",
  "@",
  "&",
  "=",
  "&a=",
  "+",
  ",",
  " ,",
  ", ",
  "1,",
  "?",
  "#",
  "[",
  "*",
  "/*",
  "/..",
  "/%2e",
  "%ff",
  "%c3",
  "%C3%A9",
  "%F0%9F%98%80",
  "é",
  "é.",
  "😀",
  "\ud800",
  "\\",
  "xn--",
  "a-.",
  "_",
  "~",
  "::",
  "0:",
  "\u0301",
  "\u0301\u0316",
  "%CC%81%CC%96",
  "Σ",
  "İ",
  "\u1112\u1161\u11ab",
  "\u200d",
  "\u00ad",
  "https://",
  "utm_",
];
const ENDINGS = ["", ":\0"];
const LENGTHS = [1_000, 10_000, 100_000];

/** The pattern again and again, behind each beginning and before each ending, at growing lengths. */
export function* growingTexts(pattern: string, beginnings: string[] = [""]): Generator<string> {
  for (const length of LENGTHS) {
    const repeated = pattern.repeat(length / pattern.length);
    for (const start of beginnings) for (const ending of ENDINGS) yield start + repeated + ending;
  }
}
