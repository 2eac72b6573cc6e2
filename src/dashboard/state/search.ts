import { useLocation } from "preact-iso";
import { toSearch } from "../api/client.ts";

/** The query of the address. It holds the state of a screen, so that back, reload and a copied link restore it. */
export interface Search {
  values: Record<string, string>;
  /** Sets some values. Empty values are removed from the address. */
  set(changed: Record<string, string | undefined>, options?: { replaces?: boolean }): void;
  at(path: string, changed?: Record<string, string | undefined>): string;
}

export function useSearch(): Search {
  const { path, query, route } = useLocation();
  const at: Search["at"] = (target, changed = {}) => target + toSearch({ ...query, ...changed });
  return {
    values: query,
    at,
    set: (changed, { replaces = false } = {}) => route(at(path, changed), replaces),
  };
}
