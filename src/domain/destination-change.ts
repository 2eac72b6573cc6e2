import { parameterName, splitQuery } from "./query.ts";
import { splitUrl } from "./url-parts.ts";

/** A change to many destinations at once (contract 13.16). */
export interface DestinationChange {
  /** Literal text; every occurrence is replaced. */
  find?: string;
  replace?: string;
  /** The query parameters to set, each once, and the parameters to remove. */
  params?: { set: Record<string, string>; remove: string[] };
}

/** Returns the destination after the change. Unchanged parts keep their bytes. */
export function changeDestination(url: string, { find, replace, params }: DestinationChange): string {
  const replaced = find === undefined || find === "" ? url : url.replaceAll(find, () => replace ?? "");
  return params === undefined ? replaced : changeParameters(replaced, params);
}

function changeParameters(url: string, { set, remove }: NonNullable<DestinationChange["params"]>): string {
  const { origin, path, query, fragment } = splitUrl(url);
  const gone = new Set(remove);
  const placed = new Set<string>();
  const segments = splitQuery(query ?? "").flatMap((segment) => {
    const name = parameterName(segment);
    if (Object.hasOwn(set, name)) {
      if (placed.has(name)) return [];
      placed.add(name);
      return [toSegment(name, set[name] ?? "")];
    }
    return gone.has(name) ? [] : [segment];
  });
  const added = Object.entries(set).filter(([name]) => !placed.has(name));
  const all = [...segments, ...added.map(([name, value]) => toSegment(name, value))];
  const isKept = query !== null && all.length === splitQuery(query).length;
  const suffix = all.length > 0 || isKept ? `?${all.join("&")}` : "";
  return origin + path + suffix + fragment;
}

function toSegment(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
