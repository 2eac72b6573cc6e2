import { useEffect, useState } from "preact/hooks";
import { loadTexts } from "./text.ts";

/** Loads the texts of reasons, and then draws the component again: for one that shows none when it is first drawn. */
export function useLateReasons(): void {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    loadTexts("reason")
      .then(() => setLoaded(true))
      .catch(() => {});
  }, []);
}
