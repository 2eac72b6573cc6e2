import { splitUrl } from "./url-parts.ts";

/** Destinations with captures: `:name` stands for the text that a pattern captured (contract 22.6). */

export const CAPTURE = /:([a-z][a-z0-9_]*)/g;

/** Returns whether a text contains one of the captures. */
function holds(text: string, captures: readonly string[]): boolean {
  return [...text.matchAll(CAPTURE)].some(([, name]) => captures.includes(name ?? ""));
}

/** Returns whether a destination depends on the captures of its source. */
export function isTemplate(destination: string, captures: readonly string[]): boolean {
  return captures.length > 0 && holds(destination, captures);
}

/** Returns whether scheme, user, host or port contain a capture, where none is ever replaced. */
export function hasCaptureInAuthority(destination: string, captures: readonly string[]): boolean {
  return holds(splitUrl(destination).origin, captures);
}

type Values = ReadonlyMap<string, string>;

/** Replaces the captures in the path of a URL without query and fragment. The values keep their bytes. */
export function fillPath(url: string, values: Values): string {
  const { origin, path } = splitUrl(url);
  return origin + path.replace(CAPTURE, (written, name: string) => values.get(name) ?? written);
}

/** Replaces the captures in a query. The number and names of its parameters do not change. */
export function fillQuery(query: string, values: Values): string {
  return query
    .split("&")
    .map((parameter) => {
      const equals = parameter.indexOf("=");
      if (equals < 0) return fill(parameter, values, IN_NAME);
      return (
        fill(parameter.slice(0, equals), values, IN_NAME) + fill(parameter.slice(equals), values, IN_VALUE)
      );
    })
    .join("&");
}

/** Replaces the captures in a fragment. */
export function fillFragment(fragment: string, values: Values): string {
  return fill(fragment, values, IN_VALUE);
}

/** Matches characters of a path that have another meaning in a query, or that a query cannot contain. */
const IN_VALUE = /[&#+; ']/g;
const IN_NAME = /[&#+; '=]/g;

function fill(text: string, values: Values, unsafe: RegExp): string {
  return text.replace(CAPTURE, (written, name: string) => {
    const value = values.get(name);
    return value === undefined ? written : value.replace(unsafe, escapeCharacter);
  });
}

/** Escapes the value of a capture for a query or fragment. */
export function escapeCapture(value: string, isInName: boolean): string {
  return value.replace(isInName ? IN_NAME : IN_VALUE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
