/** A text, or one for each plural category of the language. `{name}` is a placeholder for a value. */
export type TextValue = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type TextValues = Record<string, string | number>;

/** Returns a text with its values. Numbers have the format of the language. */
export function fillText(text: TextValue, values: TextValues, language: string): string {
  return chooseForm(text, values, language).replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    return typeof value === "number" ? formatNumber(value, language) : (value ?? whole);
  });
}

const PLACEHOLDER = /\{(\w+)\}/g;

function chooseForm(text: TextValue, { count }: TextValues, language: string): string {
  if (typeof text === "string") return text;
  let rules = plurals.get(language);
  if (rules === undefined) plurals.set(language, (rules = new Intl.PluralRules(language)));
  const category = rules.select(Number(count ?? 0));
  return text[category] ?? text.other ?? "";
}

const plurals = new Map<string, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

export function formatNumber(value: number, language: string): string {
  let format = formats.get(language);
  if (format === undefined) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(value);
}

type Texts = Record<string, TextValue>;

/**
 * Returns the errors in the texts of a language: keys that are missing or unknown, empty texts, and
 * placeholders or plurals that the English text does not have.
 */
export function findTextProblems(language: string, texts: Texts, english: Texts): string[] {
  const problems = Object.keys(texts)
    .filter((key) => !Object.hasOwn(english, key))
    .map((key) => `${language}: ${key} is not a text`);
  for (const [key, reference] of Object.entries(english)) {
    const text = texts[key];
    if (text === undefined) problems.push(`${language}: ${key} is missing`);
    else problems.push(...problemsOf(language, text, reference).map((why) => `${language}: ${key} ${why}`));
  }
  return problems;
}

function problemsOf(language: string, text: TextValue, reference: TextValue): string[] {
  // A sentence of the API has one form in English.
  if (typeof text === "string" && typeof reference !== "string") return ["differs in having plurals"];
  const forms = typeof text === "string" ? { other: text } : text;
  const problems = Object.values(forms).some((form) => form === "") ? ["is empty"] : [];
  const needed =
    typeof text === "string" ? [] : new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const category of needed) {
    if (typeof text !== "string" && text[category] === undefined) problems.push(`has no form "${category}"`);
  }
  const [own, theirs] = [namesIn(text), namesIn(reference)];
  if (own !== theirs) problems.push(`has the values ${own || "none"} instead of ${theirs || "none"}`);
  return problems;
}

/** Returns the names of all placeholders, sorted. A form such as "one record" may omit `count`. */
function namesIn(text: TextValue): string {
  const forms = typeof text === "string" ? [text] : Object.values(text);
  const names = forms.flatMap((form) => Array.from(form.matchAll(PLACEHOLDER), ([, name]) => name));
  return [...new Set(names)].toSorted().join(", ");
}
