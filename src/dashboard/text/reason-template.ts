/** Reasons as the API writes them in English, by the key of their text. `{name}` is a placeholder for a value. */
export type ReasonTemplates = Record<string, string>;

/** The text for a reason, and the values of its placeholders. */
export interface ReasonMatch {
  key: string;
  /** A value is itself a reason if the name of its placeholder begins with `reason`. */
  values: Record<string, string | ReasonMatch>;
}

export type FindReason = (reason: string) => ReasonMatch | null;

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Returns a function that finds the template of a reason; the function returns null if there is none. A template does
 * not fit if a reason within it has no template.
 */
export function createReasonFinder(templates: ReasonTemplates): FindReason {
  const whole = new Map<string, string>();
  const patterns: { key: string; pattern: RegExp; fixed: number }[] = [];
  for (const [key, template] of Object.entries(templates)) {
    if (template.search(PLACEHOLDER) < 0) whole.set(template, key);
    else
      patterns.push({
        key,
        pattern: toPattern(template),
        fixed: template.replaceAll(PLACEHOLDER, "").length,
      });
  }
  // A template with more fixed words is more specific.
  patterns.sort((a, b) => b.fixed - a.fixed);
  const find: FindReason = (reason) => {
    const key = whole.get(reason);
    if (key !== undefined) return { key, values: {} };
    for (const { key: candidate, pattern } of patterns) {
      const groups = pattern.exec(reason)?.groups;
      const values = groups === undefined ? null : findInner(groups, find);
      if (values !== null) return { key: candidate, values };
    }
    return null;
  };
  return find;
}

/** Returns values with the reasons among them found; null if one has no template. */
function findInner(groups: Record<string, string>, find: FindReason): ReasonMatch["values"] | null {
  const values: ReasonMatch["values"] = {};
  for (const [name, value] of Object.entries(groups)) {
    const inner = name.startsWith("reason") ? find(value) : value;
    if (inner === null) return null;
    values[name] = inner;
  }
  return values;
}

function toPattern(template: string): RegExp {
  const escaped = template.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(PLACEHOLDER, "(?<$1>.+)")}$`, "s");
}
