/** A text, or one for each plural category of the language. `{name}` is a placeholder for a value. */
export type TextValue = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Texts = Record<string, TextValue>;
export type TextValues = Record<string, string | number>;

/** Returns a text with its values. Numbers have the format of the language. */
export function fillText(text: TextValue, values: TextValues, language: string): string {
  return chooseForm(text, values, language).replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    return typeof value === "number" ? formatNumber(value, language) : (value ?? whole);
  });
}

export const PLACEHOLDER = /\{(\w+)\}/g;

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
  // The first format of a page takes long to make, and no language that we speak writes these in another way.
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  let format = formats.get(language);
  if (format === undefined) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(value);
}
