import { useLocation } from "preact-iso";
import { useSearch } from "../../state/page.tsx";
import type { Filter } from "./breakdowns.ts";

/** Where a value of a list leads. */
export interface ValueLink {
  href: string;
  /** Set for a value to which numbers are narrowed; its link takes that back. */
  isCurrent: boolean;
}

/** Returns what makes the link that sets a filter in the address, or takes it off if it is set; undefined for no filter. */
export function useFilterLink(): (filter: Filter | null) => ValueLink | undefined {
  const search = useSearch();
  const { path } = useLocation();
  return (filter) => {
    if (filter === null) return undefined;
    const isCurrent = Object.entries(filter).every(([name, value]) => search.values[name] === value);
    const none = Object.fromEntries(Object.keys(filter).map((name) => [name, undefined]));
    return { href: search.at(path, isCurrent ? none : filter), isCurrent };
  };
}
