import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "./toast.ts";
import { useLocation } from "preact-iso";
import { toSearch } from "../api/client.ts";

/**
 * Sets the title of the page, and returns its heading. The heading gets the focus, and is announced, when the screen
 * changes, and not when a read changes its text while somebody types (contract 32.37).
 * @param part of the screen, such as a tab, that counts as another screen
 */
export function useTitle(title: string, part = ""): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const isFirst = document.title === "Signpost";
    if (isFirst) return;
    announce(title);
    // A screen may have put the focus into a field of its own.
    if (document.querySelector("dialog[open], main input:focus") === null)
      heading.current?.focus({ preventScroll: true });
  }, [part]);
  useLayoutEffect(() => {
    document.title = `${title} · Signpost`;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}

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
