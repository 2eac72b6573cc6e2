import { accepted, refused, type Parsed } from "./field-error.ts";
import { parameterName, splitQuery, withoutNamesOf } from "./query.ts";
import { splitUrl } from "./url-parts.ts";

/** The id of a click, a random value that a destination gets as a parameter if its record asks for it (contract 38). */

/** What an explanation has in place of the id, which only a visit gets. */
export const CLICK_ID_PLACE = "{click_id}";

export function parseClickIdParam(text: string): Parsed<string> {
  const isName = /^[\w.-]{1,30}$/.test(text) && !text.startsWith("utm_");
  return isName ? accepted(text) : refused("not_click_id_param");
}

/** The parameter with the id in an explanation, with the character before it. */
export const CLICK_ID_PART = /[?&][\w.-]+=\{click_id\}(?=#|$)/;

/** Returns the URL of an explanation without the id. */
export function withoutClickId(url: string): string {
  return url.replace(CLICK_ID_PART, "");
}

/** Returns whether a destination has a parameter of this name itself. */
export function hasParameter(destination: string, name: string): boolean {
  return splitQuery(splitUrl(destination).query ?? "").some((segment) => parameterName(segment) === name);
}

/** Returns a Location with a parameter at the end of its query, in place of those of that name. */
export function withParameter(location: string, name: string, value: string): string {
  const { origin, path, query, fragment } = splitUrl(location);
  const others = withoutNamesOf(query ?? "", name);
  return `${origin}${path}?${others === "" ? "" : `${others}&`}${name}=${value}${fragment}`;
}
