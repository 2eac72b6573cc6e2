import { splitUrl } from "./url-parts.ts";

/** Destinations with captures: `:name` stands for the text that a pattern captured (contract 22.6). */

const CAPTURE = /:([a-z][a-z0-9_]*)/g;

function holds(text: string, captures: readonly string[]): boolean {
  return [...text.matchAll(CAPTURE)].some(([, name]) => captures.includes(name ?? ""));
}

export function isTemplate(destination: string, captures: readonly string[]): boolean {
  return captures.length > 0 && holds(destination, captures);
}

/** Returns whether scheme, user, host or port contain a capture, where none is ever replaced. */
export function hasCaptureInAuthority(destination: string, captures: readonly string[]): boolean {
  return holds(splitUrl(destination).origin, captures);
}

/** A text of a destination that was split at its captures. A value follows each part, except the last. */
export type Template = readonly TemplatePart[];

interface TemplatePart {
  text: string;
  /** The index of the capture whose value follows; -1 at the end. */
  capture: number;
  /** Matches the characters that are escaped in the value; null if it keeps its bytes. */
  unsafe: RegExp | null;
}

/** Matches characters of a path that have another meaning in a query, or that a query cannot contain. */
const IN_VALUE = /[&#+; ']/g;
const IN_NAME = /[&#+; '=]/g;

/** Splits a URL without query and fragment. Only its path has captures, whose values keep their bytes. */
export function toPathTemplate(url: string, captures: readonly string[]): Template {
  const { length } = splitUrl(url).origin;
  return split(url, captures, () => null, length);
}

/** Splits a query. The number and names of its parameters do not change with the values. */
export function toQueryTemplate(query: string, captures: readonly string[]): Template {
  const isInName = (index: number) => !query.slice(query.lastIndexOf("&", index) + 1, index).includes("=");
  return split(query, captures, (index) => (isInName(index) ? IN_NAME : IN_VALUE));
}

export function toFragmentTemplate(fragment: string, captures: readonly string[]): Template {
  return split(fragment, captures, () => IN_VALUE);
}

function split(
  text: string,
  captures: readonly string[],
  unsafeAt: (index: number) => RegExp | null,
  from = 0,
): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const { 0: written, 1: name = "", index } of text.matchAll(CAPTURE)) {
    const capture = index < from ? -1 : captures.indexOf(name);
    if (capture < 0) continue;
    parts.push({ text: text.slice(end, index), capture, unsafe: unsafeAt(index) });
    end = index + written.length;
  }
  return [...parts, { text: text.slice(end), capture: -1, unsafe: null }];
}

/**
 * Joins the texts with the values of the captures.
 * @param values in the order of the names that the template was made with
 */
export function fillTemplate(template: Template, values: readonly string[]): string {
  let filled = "";
  for (const part of template) filled += part.text + valueAfter(part, values);
  return filled;
}

export function valueAfter({ capture, unsafe }: TemplatePart, values: readonly string[]): string {
  if (capture < 0) return "";
  const value = values[capture] ?? "";
  return unsafe === null ? value : value.replace(unsafe, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
