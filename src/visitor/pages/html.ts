import { escapeHtml } from "../../runtime/escape-html.ts";

/** Safe HTML: made by `markup`, or declared safe by `trusted`. */
export interface Markup {
  readonly html: string;
}

/**
 * Builds HTML from a template. Escapes every string, so that text of owners and visitors is safe
 * between tags and in quoted attributes. The value false adds nothing.
 */
export function markup(parts: TemplateStringsArray, ...values: (string | Markup | false)[]): Markup {
  const [first = "", ...rest] = parts;
  return { html: rest.reduce((html, part, index) => html + toHtml(values[index]) + part, first) };
}

function toHtml(value: string | Markup | false | undefined): string {
  return typeof value === "string" ? escapeHtml(value) : value ? value.html : "";
}

/** Declares HTML safe. Only for HTML that this program made, such as an SVG picture. */
export function trusted(html: string): Markup {
  return { html };
}
