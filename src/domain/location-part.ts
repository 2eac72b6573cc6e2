import { CLICK_ID_PART } from "./click-id.ts";
import { forwardedQuery, type PreparedDestination } from "./compose.ts";
import { captureNames, captureValues } from "./fill-template.ts";
import type { Match } from "./match.ts";
import { prepareTable } from "./merge-query.ts";
import { withoutTrailingSlashes } from "./path.ts";
import { SPLAT } from "./pattern.ts";
import { parameterName, withoutNamesOf } from "./query.ts";
import type { Target } from "./snapshot.ts";
import {
  isTemplate,
  toFragmentTemplate,
  toPathTemplate,
  toQueryTemplate,
  valueAfter,
  type Template,
} from "./template.ts";
import { splitUrl } from "./url-parts.ts";

export type Origin = "destination" | "path" | "query" | "utm" | "capture" | "click_id";

export interface LocationPart {
  text: string;
  from: Origin;
}

/** The inputs from which a Location was composed. */
interface Composition {
  target: Target;
  destination: PreparedDestination;
  match: Match;
  rawPath: string;
  /** Without `?`; null if there is none. */
  rawQuery: string | null;
}

/** Splits a composed Location into parts with their origins. The joined parts are the Location. */
export function toParts(location: string, composition: Composition): LocationPart[] {
  const [added] = CLICK_ID_PART.exec(location) ?? [];
  if (added === undefined) return join(toComposedParts(location, composition));
  const [name = ""] = added.slice(1).split("=");
  const rawQuery = composition.rawQuery === null ? null : withoutNamesOf(composition.rawQuery, name);
  const parts = toComposedParts(location.replace(added, ""), { ...composition, rawQuery });
  return join(insertAt(location.indexOf(added), { text: added, from: "click_id" }, parts));
}

function insertAt(place: number, added: LocationPart, parts: LocationPart[]): LocationPart[] {
  let left = place;
  const [before, after]: [LocationPart[], LocationPart[]] = [[], []];
  for (const { text, from } of parts) {
    before.push({ text: text.slice(0, left), from });
    after.push({ text: text.slice(left), from });
    left = Math.max(0, left - text.length);
  }
  return [...before, added, ...after];
}

function toComposedParts(location: string, composition: Composition): LocationPart[] {
  const { target, match, rawQuery } = composition;
  const sent = forwardedQuery(target, rawQuery, match.record.query) ?? "";
  const forwards = target.forwardPath && !isTemplate(composition.destination.url, takenBy(match));
  const tail = forwards ? match.remainder.replace(/^\/+/, "") : "";
  // If the Location would be too long, the destination answers without the forwarded parts.
  const candidates = [compose(composition, tail, sent), compose(composition, "", "")];
  const parts = candidates.find((some) => some.map(({ text }) => text).join("") === location);
  return parts ?? [{ text: location, from: "destination" }];
}

/** Returns the parts of a URL that is the visited one on another scheme. */
export function toUpgradeParts(location: string): LocationPart[] {
  const { origin, path, query } = splitUrl(location);
  return join([
    { text: origin, from: "destination" },
    { text: path, from: "path" },
    ...(query === null ? [] : [{ text: `?${query}`, from: "query" as const }]),
  ]);
}

function takenBy({ record }: Match): string[] {
  return record.captures === undefined ? [] : [SPLAT];
}

function compose({ destination, match, rawPath }: Composition, tail: string, sent: string): LocationPart[] {
  const { url } = destination;
  const parts = destination.parts ?? splitParts(url);
  const hasCaptures = match.record.captures !== undefined && destination.parts !== undefined;
  const names = hasCaptures ? captureNames(match.record) : [];
  const values = hasCaptures ? captureValues(match, rawPath) : [];
  const fill = (template: Template) => toFilledParts(template, values);
  const base = fill(toPathTemplate(parts.base, names));
  if (tail !== "") {
    cutSlashes(base);
    base.push({ text: "/", from: "destination" }, { text: tail, from: "path" });
  }
  const query = composeQuery(parts.query, parts.utm, sent, (text) => fill(toQueryTemplate(text, names)));
  const fragment = fill(toFragmentTemplate(parts.fragment, names));
  return [...base, ...query, ...fragment];
}

function splitParts(url: string) {
  const { origin, path, query, fragment } = splitUrl(url);
  return { base: origin + path, query, fragment, utm: [] as [string, string][] };
}

function cutSlashes(parts: LocationPart[]): void {
  const whole = parts.map(({ text }) => text).join("");
  let surplus = whole.length - withoutTrailingSlashes(whole).length;
  while (surplus > 0) {
    const last = parts.pop();
    if (last === undefined) return;
    const cut = Math.min(surplus, last.text.length);
    if (cut < last.text.length) parts.push({ ...last, text: last.text.slice(0, -cut) });
    surplus -= cut;
  }
}

/** Separates the values that were filled into a text from the owner's own text. */
function toFilledParts(template: Template, values: readonly string[]): LocationPart[] {
  return template.flatMap((part) => [
    { text: part.text, from: "destination" },
    { text: valueAfter(part, values), from: "capture" },
  ]);
}

/** Composes a query as `mergeQuery` does, and keeps the origin of each parameter. */
function composeQuery(
  query: string | null,
  utm: [string, string][],
  sent: string,
  filled: (text: string) => LocationPart[],
): LocationPart[] {
  if (utm.length === 0 && sent === "" && query === null) return [];
  const written = (query === null || query === "" ? [] : query.split("&")).map(filled);
  const texts = written.map((parts) => parts.map(({ text }) => text).join(""));
  const table = prepareTable(query === null ? null : texts.join("&"), utm);
  const values = new Map<number, string[]>();
  const appended: string[] = [];
  for (const text of sent.split("&")) {
    const name = text === "" ? undefined : table.names.get(parameterName(text));
    if (name !== undefined) values.set(name, [...(values.get(name) ?? []), text]);
    if (name === undefined || name >= table.ownCount) appended.push(text);
  }
  const own: LocationPart[][] = [];
  for (const [index, { name, isFirst, isReplaced }] of table.segments.entries()) {
    const replacing = name < 0 ? undefined : values.get(name);
    if (replacing === undefined ? isReplaced : !isFirst) continue;
    own.push(
      replacing === undefined ? (written[index] ?? []) : [{ text: replacing.join("&"), from: "query" }],
    );
  }
  const added = table.utm.filter(({ name }) => !values.has(name));
  const groups: LocationPart[][] = [
    own.flatMap((parts, index) => (index === 0 ? parts : [mark("&"), ...parts])),
    [{ text: appended.join("&"), from: "query" }],
    [{ text: added.map(({ text }) => text).join("&"), from: "utm" }],
  ];
  const joined: LocationPart[] = [];
  for (const group of groups) {
    const text = group.map((part) => part.text).join("");
    if (text === "") continue;
    const left = joined.map((part) => part.text).join("");
    if (left !== "" && !left.endsWith("&")) joined.push({ text: "&", from: group[0]?.from ?? "destination" });
    joined.push(...group);
  }
  return [mark("?"), ...joined];
}

function mark(text: string): LocationPart {
  return { text, from: "destination" };
}

function join(parts: LocationPart[]): LocationPart[] {
  const joined: LocationPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.text === "") continue;
    if (last?.from === part.from) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}
