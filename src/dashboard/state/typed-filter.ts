import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSearch } from "./page.tsx";

const TYPING_MS = 300;

/**
 * The text of a field that filters a list while somebody types. It goes into the address after a short pause, or at
 * once with `apply`.
 * @param name of the value in the address
 * @param value the value that the address has now
 */
export function useTypedFilter(name: string, value: string) {
  const search = useSearch();
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const apply = () => {
    const wanted = text.trim();
    if (wanted === applied.current) return;
    applied.current = wanted;
    search.set({ [name]: wanted || undefined }, { replaces: true });
  };
  useLayoutEffect(() => {
    // What somebody has typed since it was applied stays; another control, such as a chip, changes the field.
    if (value === applied.current) return;
    applied.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(apply, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, apply };
}
