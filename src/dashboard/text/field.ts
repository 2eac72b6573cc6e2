import { hasText, t } from "./text.ts";

/**
 * Returns what the forms call a field, else its name in the API: `rules.0.if.country.1` is "Rule 1, Country". The place
 * of a value in a list of values tells a reader nothing.
 */
export function fieldLabel(path: string): string {
  return labelsTo(path).join(", ");
}

/** Returns the label of the last part of a path. */
export function memberLabel(path: string): string {
  return labelsTo(path).at(-1) ?? "";
}

function labelsTo(path: string): string[] {
  const parts = path.split(".");
  return parts.flatMap((part, at) => labelsOf(part, parts.slice(0, at), parts[at + 1]));
}

const NUMBERED = { rules: "rules.number", destinations: "form.destinationNumber" } as const;

const isNumbered = (part: string | undefined): part is keyof typeof NUMBERED =>
  part === "rules" || part === "destinations";
const isIndex = (part: string | undefined) => part !== undefined && /^\d+$/.test(part);

function labelsOf(part: string, above: readonly string[], next: string | undefined): string[] {
  const whole = above.at(-1);
  if (isIndex(part)) return isNumbered(whole) ? [t(NUMBERED[whole], { number: Number(part) + 1 })] : [];
  // Their sense stands in the form beside the condition, and their number names a list.
  if (part === "if" || part === "not" || (isNumbered(part) && isIndex(next))) return [];
  // What follows is a name that visitors send.
  if (whole === "query" || whole === "header") return [part];
  if (whole === "utm") return [`utm_${part}`];
  const isInRule = above[0] === "rules";
  const own = isInRule ? [`rules.${part}`, `condition.${part}`] : [`${whole}.${part}`];
  const key = [...own, `field.${part === "destinations" ? "destination" : part}`, `form.${part}`].find(
    hasText,
  );
  return [key !== undefined && hasText(key) ? t(key) : part.replaceAll("_", " ")];
}
