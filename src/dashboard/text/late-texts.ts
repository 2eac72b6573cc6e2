import { useEffect, useState } from "preact/hooks";
import { loadTexts, type TextPart } from "./text.ts";

/** Loads texts, and then draws the component again: for one that shows none of them when it is first drawn. */
export function useLateTexts(...parts: TextPart[]): void {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    Promise.all(parts.map(loadTexts))
      .then(() => setLoaded(true))
      .catch(() => {});
  }, []);
}
