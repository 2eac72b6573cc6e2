/** HTML that is safe as it stands: made by `markup`, or vouched for by `trusted`. */
export interface Markup {
  readonly html: string;
}

/**
 * Builds HTML from a template. Every string put into it is escaped, so that text of owners and visitors is
 * safe between tags and in quoted attributes without anyone having to think of it; false leaves nothing.
 */
export function markup(parts: TemplateStringsArray, ...values: (string | Markup | false)[]): Markup {
  const [first = "", ...rest] = parts;
  return { html: rest.reduce((html, part, index) => html + toHtml(values[index]) + part, first) };
}

function toHtml(value: string | Markup | false | undefined): string {
  return typeof value === "string" ? escapeHtml(value) : value ? value.html : "";
}

/** HTML that this program wrote itself, such as an SVG picture. */
export function trusted(html: string): Markup {
  return { html };
}

/** Text that owners or visitors wrote, safe inside an element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
